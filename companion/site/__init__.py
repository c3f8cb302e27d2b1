"""The public site: static pages about every game, its printed sheets and the offline version.

`build.write` renders the pages from the templates and rule sheets of the app; `papers` prints.
"""
