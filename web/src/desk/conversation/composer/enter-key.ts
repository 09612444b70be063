type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>

/**
 * Whether a key sends what is written. On a screen keyboard Enter is the only way to a new line, and the button beside the field sends; whoever has
 * Ctrl or ⌘ has a keyboard with keys.
 */
export function isSending({ key, shiftKey, ctrlKey, metaKey, isComposing }: Press, onTouch: boolean): boolean {
  return key === 'Enter' && !shiftKey && !isComposing && (!onTouch || ctrlKey || metaKey)
}
