"""The pocket edition: the same app in the phone's browser, without a server.

`site` writes a folder of static files: the runtime, this package compiled ahead, and the shell
around it. `inside` is what begins there, in the browser's own Python.
"""
