"""The program inside a sandbox: process 1, which forks a fresh worker for every piece of code.

It is handed to the sandbox's own Python as text, so it imports nothing but the standard library (and matplotlib, where there is
any). The division of labour is the point of it:

- The *supervisor* (process 1) is warm: it has imported matplotlib and drawn once. It alone holds the stream to the outside. It
  cannot be killed from inside its own process namespace, and is undumpable, so that no worker reads its memory or files.
- The *worker* is forked before the request arrives, so the request's token is not in its memory: it cannot forge an answer. It
  starts warm and ends with its one piece of code, so no state is left to the next one. It can neither fork nor exec.

A frame on the stream is ``DRF1``, two lengths, a JSON header and a body; the body of an answer is a tar of regular files.
"""
