// What a message carries beyond text and file, as one JSON value of its row. Every part is there only when the message has it.
import * as v from 'valibot'
import { actionKinds } from './actions-table.ts'

const text = v.string()
const person = v.object({ name: text, /** Digits. */ numbers: v.array(text) })

export const messageDetails = v.partial(
  v.object({
    /** mediaType 'location'. */
    location: v.object({ latitude: v.number(), longitude: v.number(), name: text, address: text, isLive: v.boolean() }),
    /** mediaType 'vcard': shared contacts. */
    contacts: v.array(person),
    /** mediaType 'poll'; the question is the body. */
    poll: v.object({ options: v.array(text), /** How many may be chosen; 0: any number. */ selectable: v.number() }),
    /** mediaType 'call_log'. */
    call: v.object({ isVideo: v.boolean(), isGroup: v.boolean(), wasRejected: v.boolean() }),
    /** mediaType 'unsupported': WhatsApp's name of the kind. */
    unsupported: text,
    /** Of sound and video, in seconds. */
    seconds: v.number(),
    /** mediaType 'audio': recorded with the microphone, shown as such. */
    isVoice: v.boolean(),
    /** mediaType 'video' that plays by itself, again and again. */
    isGif: v.boolean(),
    /** mediaType 'image' that is a sticker. */
    isSticker: v.boolean(),
    /** Of the first link in the text. */
    link: v.object({ url: text, title: text, description: text }),
    /** Who is mentioned: `@digits` in the body, and the name to show instead. */
    mentions: v.array(v.object({ digits: text, name: text })),
    /** What it answers, as it came along: shown when quotedMessageId is null. */
    quoted: v.object({ body: text, mediaType: text, fromMe: v.boolean(), author: text }),
    /** WhatsApp did not take what was done to it last, and it was put back. */
    refused: v.object({ kind: v.picklist(actionKinds), /** WhatsApp's, or a word of ours. */ code: text }),
  }),
)
export type MessageDetails = v.InferOutput<typeof messageDetails>
