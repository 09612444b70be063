// libsignal prints sessions with their private ratchet keys to the console. This drops whatever is printed from within it, and nothing else.
// Called before the first socket. Invariant: no key material on stdout or stderr.
const origin = /[\\/]node_modules[\\/]libsignal[\\/]/
const methods = ['log', 'info', 'warn', 'error'] as const

export function quietLibsignal() {
  for (const method of methods) {
    const original = console[method].bind(console)
    console[method] = (...args: unknown[]) => {
      if (!origin.test(new Error('origin').stack ?? '')) original(...args)
    }
  }
}
