import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/id.ts'
import { openTestMailServer, type TestMailServer } from '../../platform/mail/test-mail-server.ts'
import { type MailTransport, openMailTransport } from '../../platform/mail/transport.ts'
import { openTestContext, type TestContext } from '../../platform/test-context.ts'
import { type Letter, queueMail } from './queue-mail.ts'
import { giveUpOldMails, sendMails } from './send-mails.ts'

let platform: TestContext
let owner: pg.Client
let server: TestMailServer
let transport: MailTransport
let delivered: TestMailServer['delivered']
let context: Context
let now: Date
let log: string[]

const letter: Letter = { to: 'ada@test.example', subject: 'Hello', text: 'A secret link' }
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

beforeAll(async () => {
  platform = await openTestContext({ CRESYL_PORT: '18080' })
  owner = new pg.Client({ connectionString: platform.databaseUrl })
  await owner.connect()
  server = await openTestMailServer()
  ;({ transport, delivered } = server)
  log = platform.log
  context = { ...platform.context, clock: { now: () => now } }
})

afterAll(async () => {
  await server.close()
  await owner.end()
  await platform.close()
})

beforeEach(async () => {
  await owner.query('delete from outgoing_mails')
  delivered.length = 0
  log.length = 0
  Object.assign(server, { refusal: undefined, hangsUp: false, takesLong: 0 })
  now = new Date(Date.now() + 1000)
})

function queue(change: Partial<Letter> = {}): Promise<void> {
  return context.database.asSystem((tx) => queueMail(tx, { ...letter, ...change }))
}

async function waiting() {
  const { rows } = await owner.query(
    'select attempts, next_attempt_at, last_error from outgoing_mails order by id',
  )
  return rows
}

describe('sending', () => {
  test('delivers plain text and forgets the letter', async () => {
    await queue({ subject: 'Grüße aus Zürich', text: 'Zeile eins\nZeile zwei' })
    await sendMails(context, transport)
    expect(delivered).toHaveLength(1)
    expect(delivered[0]?.recipients).toEqual(['ada@test.example'])
    const message = delivered[0]?.message ?? ''
    expect(message).toContain('From: Cresyl <cresyl@test.example>')
    expect(message).toContain('To: ada@test.example')
    expect(message).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
    expect(message).not.toContain('text/html')
    expect(message).toContain('Zeile eins\r\nZeile zwei')
    expect(await waiting()).toEqual([])
  })

  test('writes a path of the app as a whole address below the text', async () => {
    await queue({ link: '/notifications' })
    await sendMails(context, transport)
    expect(delivered[0]?.message).toContain('A secret link\r\n\r\nhttp://localhost:18080/notifications')
  })

  test('sends everything that is due in one round', async () => {
    for (const to of ['a@test.example', 'b@test.example', 'c@test.example']) await queue({ to })
    await sendMails(context, transport)
    expect(delivered.flatMap(({ recipients }) => recipients)).toEqual([
      'a@test.example',
      'b@test.example',
      'c@test.example',
    ])
  })

  test('of a letter happens once, however many senders there are', async () => {
    const senders = Array.from({ length: 6 }, () => () => sendMails(context, transport))
    // With connections already open they really come at once.
    await Promise.all(
      senders.map(() => context.database.asSystem((tx) => tx.execute('select pg_sleep(0.05)'))),
    )
    server.takesLong = 100
    const letters = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@test.example`)
    for (const to of letters) await queue({ to })
    await Promise.all(senders.map((send) => send()))
    expect(delivered.flatMap(({ recipients }) => recipients).sort()).toEqual(letters)
  })

  test('that fails late puts off no letter that another sender has taken up since', async () => {
    const startSending = async () => {
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const send = () => {
        begun.resolve()
        return ended.promise
      }
      const round = sendMails(context, { ...transport, send })
      await begun.promise
      return { round, ...ended }
    }
    await queue()
    const slow = await startSending()
    now = minutes(6)
    const other = await startSending()
    const [claimed] = await waiting()
    slow.reject(new Error('The line broke.'))
    await slow.round
    expect(await waiting()).toEqual([claimed])
    other.resolve()
    await other.round
    expect(await waiting()).toEqual([])
  })

  test('of nothing happens when the transaction that asked for it fails', async () => {
    const failing = context.database.asSystem(async (tx) => {
      await queueMail(tx, letter)
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    await sendMails(context, transport)
    expect(delivered).toEqual([])
  })
})

describe('a refused letter', () => {
  test('waits a minute, then twice as long each time, an hour at most', async () => {
    server.refusal = 'Mailbox is full'
    await queue()
    for (const pause of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await sendMails(context, transport)
      const [row] = await waiting()
      expect(row.next_attempt_at).toEqual(minutes(pause))
      expect(row.last_error).toContain('Mailbox is full')
      now = minutes(pause)
    }
    expect(delivered).toEqual([])
  })

  test('is sent at a later attempt, with the same message id', async () => {
    server.refusal = 'Try later'
    await queue()
    await sendMails(context, transport)
    server.refusal = undefined
    await sendMails(context, transport)
    expect(delivered).toEqual([])
    now = minutes(1)
    await sendMails(context, transport)
    const { rows } = await owner.query('select id from outgoing_mails')
    expect([delivered.length, rows]).toEqual([1, []])
    expect(delivered[0]?.message).toMatch(/^Message-ID: <[0-9a-f-]{36}@127\.0\.0\.1>/m)
  })

  test('does not hold up the others for longer than a round', async () => {
    await queue({ to: 'not an address' })
    await queue()
    await sendMails(context, transport)
    await sendMails(context, transport)
    expect(delivered.flatMap(({ recipients }) => recipients)).toEqual(['ada@test.example'])
  })

  test('whose sender died is taken up when its time is over', async () => {
    await queue()
    const dying: MailTransport = { send: () => new Promise(() => {}) }
    void sendMails(context, dying)
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
    now = minutes(4)
    await sendMails(context, transport)
    expect(delivered).toEqual([])
    now = minutes(5)
    await sendMails(context, transport)
    expect(delivered).toHaveLength(1)
  })

  test('is given up after three days, and its text appears in no log', async () => {
    server.refusal = 'No such person'
    await queue()
    await sendMails(context, transport)
    await owner.query("update outgoing_mails set created_at = now() - interval '71 hours'")
    await giveUpOldMails(context)
    expect(await waiting()).toHaveLength(1)
    await owner.query("update outgoing_mails set created_at = now() - interval '73 hours'")
    await giveUpOldMails(context)
    expect(await waiting()).toEqual([])
    expect(log.join('')).toContain('given up')
    expect(log.join('')).toContain('No such person')
    expect(log.join('')).not.toContain('secret link')
  })
})

describe('a letter that must not arrive twice', () => {
  test('is not sent again where nobody knows whether it arrived', async () => {
    server.hangsUp = true
    await queue({ atMostOnce: true })
    await queue({ to: 'bob@test.example' })
    await sendMails(context, transport)
    await sendMails(context, transport)
    expect(delivered).toHaveLength(2)
    server.hangsUp = false
    for (const pause of [1, 60, 60 * 71]) {
      now = minutes(pause)
      await sendMails(context, transport)
    }
    const recipients = delivered.flatMap((each) => each.recipients)
    expect(recipients).toEqual(['ada@test.example', 'bob@test.example', 'bob@test.example'])
    expect(log.join('')).toContain('it is not tried again')
    await owner.query("update outgoing_mails set created_at = now() - interval '200 hours'")
    await giveUpOldMails(context)
    expect(await waiting()).toEqual([])
  })

  test('nor where its sender died', async () => {
    await queue({ atMostOnce: true })
    void sendMails(context, { send: () => new Promise(() => {}) })
    await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1)
    now = minutes(60 * 71)
    await sendMails(context, transport)
    expect(delivered).toEqual([])
  })

  test('is sent later where it was refused in words, or nobody was there', async () => {
    server.refusal = 'Try later'
    await queue({ atMostOnce: true })
    await sendMails(context, transport)
    now = minutes(1)
    const away = openMailTransport({ url: 'smtp://127.0.0.1:1', from: 'cresyl@test.example' })
    await sendMails(context, away)
    server.refusal = undefined
    now = minutes(2)
    await sendMails(context, transport)
    expect(delivered).toHaveLength(1)
  })
})

describe('headers', () => {
  test.each([
    'Hello\r\nBcc: eve@test.example',
    'Hello\nX-Injected: yes\r\n\r\nAnother body',
    'Hello\u2028Bcc: eve@test.example',
    'Hello\u0085Bcc: eve@test.example',
  ])('cannot be added by the subject %j', async (subject) => {
    await queue({ subject })
    await sendMails(context, transport)
    expect(delivered).toHaveLength(1)
    expect(delivered[0]?.recipients).toEqual(['ada@test.example'])
    const [head = ''] = (delivered[0]?.message ?? '').split('\r\n\r\n')
    expect(head).toMatch(/^Subject: .*Hello/m)
    expect(head).not.toMatch(/^(Bcc|X-Injected)/im)
  })

  test.each([
    'ada@test.example\r\nBcc: eve@test.example',
    'ada@test.example, eve@test.example',
    'Ada <ada@test.example>',
    'ada@test.example> RCPT TO:<eve@test.example',
    'group: eve@test.example;',
    '"ada"@test.example',
    'ada',
    '',
  ])('and recipients cannot be added by the address %j: it is not sent at all', async (to) => {
    await owner.query('insert into outgoing_mails (id, recipient, subject, body) values ($1, $2, $3, $4)', [
      newId(),
      to,
      'Hello',
      'text',
    ])
    await sendMails(context, transport)
    expect(delivered).toEqual([])
    expect((await waiting())[0]?.last_error).toMatch(/not one plain e-mail address/)
  })
})
