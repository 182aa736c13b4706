import { z } from 'zod'

const exampleUrl = 'smtps://user:password@mail.example.org'
const exampleFrom = 'Cresyl <cresyl@example.org>'

function isMailServer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname } = new URL(value)
  return /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname)
}

/** `ada@example.org` or `Ada Lovelace <ada@example.org>`. */
function isSender(value: string): boolean {
  const [, address = value] = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value) ?? []
  return z.email().safeParse(address).success
}

export const mailSettings = {
  SMTP_URL: z.string().refine(isMailServer, `must be an address such as ${exampleUrl}`).optional(),
  SMTP_FROM: z
    .string()
    .trim()
    .refine(isSender, `must be an e-mail address, or a name and one such as ${exampleFrom}`)
    .optional(),
}

export function mailFaults(given: Record<string, string | undefined>): string[] {
  if (given.SMTP_URL !== undefined && given.SMTP_FROM === undefined) {
    return [`SMTP_FROM is missing: e-mail needs a sender such as ${exampleFrom}`]
  }
  if (given.SMTP_FROM !== undefined && given.SMTP_URL === undefined) {
    return ['SMTP_URL is missing: SMTP_FROM alone sends nothing']
  }
  return []
}
