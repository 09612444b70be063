/**
 * Handles opened at first: files of the prebuilt directory, or of a whole initdb, with some to spare: the pool grows by itself, but not while the
 * directory is unpacked. Each table takes some more; the build of the directory fails when it has too many.
 */
export const poolSize = { prebuilt: 800, initdb: 1600 }
