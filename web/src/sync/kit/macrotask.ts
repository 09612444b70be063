/** Lets waiting messages and timers run: PGlite works in microtasks only, and a worker in them hears nothing. Unclamped, unlike setTimeout. */
export function macrotask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    port1.close()
    resolve()
  })
  port1.start()
  port2.postMessage(null)
  return promise
}
