const emoji = /^(?:\p{RGI_Emoji}\s*){1,3}$/v

/** Up to three and nothing else: shown large, as on phones. */
export const isOnlyEmoji = (text: string): boolean => text.length <= 64 && emoji.test(text.trim())
