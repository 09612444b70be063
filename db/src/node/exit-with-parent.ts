/** A process that `npm start` spawned ends, in its usual graceful way, when that parent is gone, even by kill -9. */
export function exitWithParent() {
  if (process.connected) process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}
