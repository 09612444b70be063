// Loaded before the engine where its memory is compared: garbage of earlier work would be counted for what waits now.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(Math.round(process.memoryUsage().rss / 1024))
})
// The engine ends as it would without this.
process.channel?.unref()
