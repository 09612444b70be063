import type { ComponentProps } from 'react'
import { Avatar } from '../../components/ui/avatar.tsx'
import { useMediaFile } from '../files/use-media-file.ts'

type AvatarProps = Omit<ComponentProps<typeof Avatar>, 'picture'>

/** A contact's picture, and until it is here, or without one, their initials. */
export function ContactAvatar({
  pictureHash,
  ...avatar
}: AvatarProps & {
  /** Undefined in rows that an older version of the app kept. */
  pictureHash: string | null | undefined
}) {
  if (!pictureHash) return <Avatar {...avatar} />
  // By its key another contact in the same place never shows the picture of the one before.
  return <PictureAvatar key={pictureHash} pictureHash={pictureHash} {...avatar} />
}

function PictureAvatar({ pictureHash, ...avatar }: AvatarProps & { pictureHash: string }) {
  const file = useMediaFile(pictureHash)
  return <Avatar {...avatar} picture={file.state === 'ready' ? file.url : undefined} />
}
