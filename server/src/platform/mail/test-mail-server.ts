import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type MailTransport, openMailTransport } from './transport.ts'

export interface Delivered {
  recipients: string[]
  message: string
}

/** A mail server that keeps what it is given, and misbehaves where it is told to. */
export interface TestMailServer {
  delivered: Delivered[]
  transport: MailTransport
  url: string
  /** What it answers to a letter; undefined: it takes it. */
  refusal: string | undefined
  /** Takes the letter and hangs up without a word. */
  hangsUp: boolean
  takesLong: number
  close(): Promise<void>
}

export async function openTestMailServer(): Promise<TestMailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      void buffer(stream).then(async (bytes) => {
        await new Promise((resume) => setTimeout(resume, mail.takesLong))
        if (mail.refusal !== undefined) return done(new Error(mail.refusal))
        const recipients = session.envelope.rcptTo.map(({ address }) => address)
        mail.delivered.push({ recipients, message: bytes.toString() })
        if (!mail.hangsUp) return done()
        for (const connection of server.connections) connection._socket.destroy()
      })
    },
  })
  // One whose other end was destroyed has nobody to tell.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  const mail: TestMailServer = {
    delivered: [],
    transport: openMailTransport({ url, from: 'Cresyl <cresyl@test.example>' }),
    url,
    refusal: undefined,
    hangsUp: false,
    takesLong: 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return mail
}
