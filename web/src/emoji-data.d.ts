declare module 'virtual:emoji/*' {
  import type { EmojiDataResolver } from 'frimousse'

  const data: Awaited<ReturnType<EmojiDataResolver>>
  export default data
}
