/** A difference was found: the run ends with it. */
export class Failure extends Error {}
