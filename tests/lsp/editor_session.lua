-- SPDX-License-Identifier: Apache-2.0
-- One session in Neovim, as a user has it: open, type an error, read the diagnostic, take the quick fix, clean. What is seen goes to
-- standard output; editor_test.py holds it against docs/howto/editor.md.
local patience = 300000 -- for a program under sanitizers on a busy machine

local function say(...)
  io.stdout:write(string.format(...), '\n')
end

local function fail(sentence)
  io.stdout:write('FAILED: ', sentence, '\n')
  vim.cmd('cquit 1')
end

-- Hints tell what could not be checked; this session is about faults.
local function faults()
  return vim.diagnostic.get(0, { severity = { min = vim.diagnostic.severity.INFO } })
end

local function wait(sentence, condition)
  if not vim.wait(patience, condition, 20) then
    fail('this did not come: ' .. sentence)
  end
end

local function show_faults()
  if #faults() == 0 then
    say('  no findings')
  end
  for _, fault in ipairs(faults()) do
    say('  line %d, column %d: %s', fault.lnum + 1, fault.col + 1, (fault.message:gsub('\n', '\n    ')))
  end
end

-- The first code action at the cursor, and what it does.
local function take_fix()
  local function lines()
    return vim.api.nvim_buf_get_lines(0, 0, -1, true)
  end
  local before = lines()
  vim.lsp.buf.code_action()
  wait('an edit', function() return not vim.deep_equal(before, lines()) end)
  local function text(list)
    return table.concat(list, '\n') .. '\n'
  end
  say('%s', (vim.diff(text(before), text(lines()), { ctxlen = 1 }):gsub('\n$', '')))
end

local function run()
  say('leaf3.cfg is opened')
  wait('hints', function() return #vim.diagnostic.get(0) > 0 end)
  show_faults()

  vim.fn.cursor(1, 1)
  vim.fn.search('priority-flow-control priority 3 no-drop')
  vim.cmd('normal! f3r4')
  say('\nThe 3 is typed over: %s', vim.trim(vim.api.nvim_get_current_line()))
  wait('a finding', function() return #faults() > 0 end)
  show_faults()

  local fault = faults()[1]
  vim.api.nvim_win_set_cursor(0, { fault.lnum + 1, fault.col })
  local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover', vim.lsp.util.make_position_params(), patience)
  local _, answer = next(answers)
  say('\nK shows')
  say('  %s', vim.split(answer.result.contents.value, '\n')[1])

  vim.ui.select = function(items, _, choose)
    say('\nThe code actions there are')
    for _, item in ipairs(items) do
      say('  %s', item[2].title)
    end
    say('The first is taken')
    choose(items[1])
  end
  take_fix()
  wait('what is left', function() return #faults() == 0 or faults()[1].message ~= fault.message end)
  show_faults()
  fault = faults()[1]
  vim.api.nvim_win_set_cursor(0, { fault.lnum + 1, fault.col })
  take_fix()
  wait('a clean file', function() return #faults() == 0 end)
  show_faults()

  vim.fn.search('^interface Ethernet1/1', 'w')
  vim.lsp.buf.definition()
  wait('the other end', function() return vim.fn.expand('%:t') ~= 'leaf3.cfg' end)
  say('\ngd on interface Ethernet1/1 goes to %s, line %d', vim.fn.expand('%:p'):match('[^/]+/[^/]+$'), vim.fn.line('.'))

  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait('the end of the server', function() return #vim.lsp.get_active_clients() == 0 end)
  vim.cmd('qall!')
end

vim.schedule(function()
  local good, problem = pcall(run)
  if not good then
    fail(problem)
  end
end)
