import nodemailer from 'nodemailer'

export interface Mail {
  /** The same at every attempt, so that a letter which arrives twice is recognised. */
  id: string
  to: string
  subject: string
  text: string
}

export interface MailTransport {
  /** Resolves once the mail server has taken the letter over. */
  send(mail: Mail): Promise<void>
}

const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Plain text by SMTP, one letter a connection: letters are few. */
export function openMailTransport({ url, from }: { url: string; from: string }): MailTransport {
  const mailer = nodemailer.createTransport({
    ...timeouts,
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(url).hostname
  return {
    send: async ({ id, to, subject, text }) => {
      await mailer.sendMail({
        from,
        to: { name: '', address: requireOneAddress(to) },
        subject: onOneLine(subject),
        text,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}

/** Whether a letter that failed surely lies nowhere: it was refused in words, or nobody was there to take it. */
export function isSurelyUnsent(error: unknown): boolean {
  if (error instanceof NotAnAddress) return true
  const { responseCode, syscall, code } = error as { responseCode?: number; syscall?: string; code?: string }
  return responseCode !== undefined || syscall === 'connect' || code === 'EDNS'
}

class NotAnAddress extends Error {}

/** Connects and signs in, as for a letter, and sends none. */
export async function greetMailServer(url: string): Promise<void> {
  const mailer = nodemailer.createTransport({
    ...timeouts,
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await mailer.verify()
  } finally {
    mailer.close()
  }
}

/** Addresses also come from identity providers: a list, a name in front or a line break is not one address. */
function requireOneAddress(to: string): string {
  if (/^[^\s\p{C}<>(),:;"[\]\\@]+@[^\s\p{C}<>(),:;"[\]\\@]+$/u.test(to)) return to
  throw new NotAnAddress('The recipient is not one plain e-mail address')
}

/** A line break in a subject would begin another header. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
