/** A promise of sync is broken: the run ends with it. */
export class LawBroken extends Error {
  readonly law: string

  constructor(law: string, message: string) {
    super(message)
    this.name = 'LawBroken'
    this.law = law
  }
}
