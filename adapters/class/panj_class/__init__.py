"""A class of students' agents as one tournament; README.md beside this folder says how it is used."""

VERSION = "@VERSION@"  # filled in when it is built
