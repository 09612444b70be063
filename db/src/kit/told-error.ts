/**
 * What went wrong, in a message that may be logged: words of ours, codes, statuses and names of tables and routes. Nothing that anybody wrote or
 * answered, no address, no secret. Of other kinds of errors a log tells no message, since nobody knows what it quotes.
 */
export class ToldError extends Error {}
