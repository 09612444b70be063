/** `ABCD-1234`, as WhatsApp's own screen has it. Pure. */
export function groupsOfFour(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}
