// What somebody is told who names something of another company's, where that is not that it is not found.

/**
 * What is said of something of another company's is what is said of what there is not: that it is not found, or 'nothing', where a
 * question has an answer without it. 'refused': no, in another way, where whoever makes a row names it, or only its owner knows the name. 'made': what
 * there is not is made, a row of one's own each time.
 */
export type Says = 'nothing' | 'refused' | 'made'

/** Where no row of another's is looked for. */
const elsewhere: readonly { of: RegExp; place: RegExp; says: Says }[] = [
  // The id of a row that is made: nobody's yet, or a duplicate.
  { of: /^(fileList|PUT \/files)/, place: /options\.(to\.)?\[\]\.id$/, says: 'refused' },
  { of: /^POST \/files\/uploadList/, place: /^\.form\.id$/, says: 'made' },
  // Whoever opens a ticket has it.
  { of: /^POST \/tickets$/, place: /userId$/, says: 'refused' },
  // Of oneself one changes name and e-mail; what else comes along is left as it is.
  { of: /^PUT \/users\/:id$/, place: /queueIds\.\[\]$|whatsappId$/, says: 'nothing' },
  // Who is no member is called by nobody.
  { of: /^chatMessage\.send$/, place: /mentions/, says: 'made' },
  // Nobody is told whether there is an account: without mail everybody is told that there is none.
  { of: /^POST \/auth\/password\/forgotten$/, place: /email$/, says: 'refused' },
  // One reads for oneself.
  { of: /^POST \/chats\/:id\/read$/, place: /userId$/, says: 'refused' },
  // Taking off what is not there is as good as done.
  { of: /^ticketTag\.remove$/, place: /^\.tagId$/, says: 'nothing' },
  // Of a note that mentions somebody else there is nothing to be noted.
  { of: /^ticketNote\.see$/, place: /id$/, says: 'nothing' },
  // Nothing was asked of what is not there.
  { of: /^POST \/queueIntegration\/testSession$/, place: /id$/, says: 'refused' },
  { of: /^GET \/model-calls$/, place: /promptId$|ticketId$/, says: 'nothing' },
  // A file that is not there is answered so, and may be uploaded.
  { of: /^GET \/media\/:hash\/stored$/, place: /hash$/, says: 'nothing' },
]

export const saysElsewhere = (name: string, place: string): Says | undefined =>
  elsewhere.find((each) => each.of.test(name) && each.place.test(place))?.says
