import { cutText } from 'db/kit/texts/cut-text.ts'

const shownLetters = 25

/** As tables have room for it. */
export const shortBody = (body: string): string => cutText(body.replaceAll(/\s+/g, ' '), shownLetters)
