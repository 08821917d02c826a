# SPDX-License-Identifier: Apache-2.0
"""How long Chromium takes to open and draw the HTML report of 2 000 devices.  page_bench.py ROCELINT [ROUNDS]"""
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, '../cli'))
import page_browser  # noqa: E402

program = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
with tempfile.TemporaryDirectory() as folder:
    fabric, page = os.path.join(folder, 'fabric'), os.path.join(folder, 'report.html')
    os.mkdir(fabric)
    page_browser.write_fabric(fabric, os.path.join(here, '../../fixtures/fabrics/broken-clos/leaf3.cfg'), 1744, 256)
    run = subprocess.run([program, 'check', fabric, '-o', page, '--format', 'html'])
    assert run.returncode in (0, 1), run.returncode
    driver = page_browser.open_browser()
    try:
        seconds = sorted(page_browser.Page(driver, page).seconds for _ in range(rounds))
    finally:
        driver.quit()
    print('%.1f MB: fastest %.2f s, median %.2f s, slowest %.2f s'
          % (os.path.getsize(page) / 1e6, seconds[0], seconds[rounds // 2], seconds[-1]))
