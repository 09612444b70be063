import type { Env } from '../env.ts'

/** Whether workers can mail links: they have the same settings, and know under which address the world sees the app. */
export const sendsMail = ({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: Env): boolean =>
  Boolean(SMTP_URL && MAIL_FROM && PUBLIC_URL)
