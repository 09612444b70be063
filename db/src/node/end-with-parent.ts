// Loaded into every child process: it ends when its parent is gone, however that ended.
process.once('disconnect', () => process.exit())
