# SPDX-License-Identifier: Apache-2.0
"""Runs a Python test, and fails it if it ended without checking anything.
python_test.py SCRIPT ARGUMENTS...

Every `assert` of the script and of the modules next to it counts as a check, and so does every assertion of unittest; a test
method of unittest that made none fails. skip() of the module `skipping` ends a script that this machine cannot run."""
import ast
import importlib.abc
import importlib.machinery
import os
import sys
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import skipping

checks = 0


def count_check():
    global checks
    checks += 1


class CountAsserts(ast.NodeTransformer):
    """Inserts a call of count_check() before each assert."""

    def visit_Assert(self, node):
        call = ast.Expr(ast.Call(ast.Name('__count_check__', ast.Load()), [], []))
        return [ast.copy_location(call, node), node]


def compiled(path):
    with open(path, encoding='utf-8') as file:
        tree = CountAsserts().visit(ast.parse(file.read(), path))
    return compile(ast.fix_missing_locations(tree), path, 'exec')


class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        return compiled(self.path)

    def exec_module(self, module):
        module.__count_check__ = count_check
        super().exec_module(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds modules next to the script."""

    def __init__(self, folder):
        self.folder = folder

    def find_spec(self, fullname, path, target=None):
        file = os.path.join(self.folder, fullname + '.py')
        if path is not None or not os.path.exists(file):
            return None
        spec = importlib.machinery.ModuleSpec(fullname, Loader(fullname, file), origin=file)
        spec.has_location = True  # so that the module has a __file__
        return spec


def count_unittest():
    def counted(name):
        asserts = getattr(unittest.TestCase, name)

        def wrapper(self, *words, **named):
            count_check()
            return asserts(self, *words, **named)
        setattr(unittest.TestCase, name, wrapper)

    for name in dir(unittest.TestCase):
        if name.startswith('assert') and name[6:7].isupper():
            counted(name)
    call = unittest.TestCase._callTestMethod

    def call_and_count(self, method):
        before = checks
        call(self, method)
        if checks == before:
            self.fail('this test checked nothing')
    unittest.TestCase._callTestMethod = call_and_count


def main():
    script = sys.argv[1]
    sys.argv = sys.argv[1:]
    folder = os.path.dirname(os.path.abspath(script))
    sys.path.insert(0, folder)
    sys.meta_path.insert(0, Finder(folder))
    count_unittest()
    code = 0
    try:
        # unittest looks for tests in the module with this name.
        module = sys.modules['__main__'] = types.ModuleType('__main__')
        module.__dict__.update(__file__=script, __count_check__=count_check)
        exec(compiled(script), module.__dict__)
    except SystemExit as ended:
        code = ended.code
    # A script may exit with a message, which is a failure.
    if isinstance(code, str):
        print(code, file=sys.stderr)
        code = 1
    print(f'{checks} checks')
    if code in (0, None) and checks == 0:
        print(f'{script}: this test checked nothing', file=sys.stderr)
        code = 1
    sys.exit(code)


main()
