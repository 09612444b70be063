// How app and server of different ages get along: the app says what it speaks, the server knows the oldest that it can still serve.
// An app that is too old is told to update; what waits in its outbox is taken all the same.

export const clientHeader = 'x-client-protocol'

/**
 * Rises with a change that an older app can't live with, e.g. a column that it needs and no longer gets. Since 2 queries have names: before,
 * an app without a local database sent its SQL. Since 3 what is new comes in whole transactions.
 */
export const clientProtocol = 3
