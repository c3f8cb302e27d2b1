"""The offline version: the app in the phone's browser, without a server.

`site` writes static files: a Python runtime (Pyodide), this package precompiled, and the shell that
loads both. `inside` runs in the browser's Python.
"""
