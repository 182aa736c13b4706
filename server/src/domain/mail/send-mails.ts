import { and, asc, eq, lt, lte } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { outgoingMails } from '../../platform/db/schema/index.ts'
import { isSurelyUnsent, type MailTransport } from '../../platform/mail/transport.ts'

const minute = 60_000
const hour = 60 * minute

/** Longer than one attempt can last: a letter whose sender died meanwhile is taken up by another one then. */
const lease = 5 * minute
const longestPause = hour
const givenUpAfter = 72 * hour
const lettersARound = 50

type MailRow = typeof outgoingMails.$inferSelect

/**
 * Sends what is due. No transaction stays open while the mail server is spoken to: a letter is claimed by putting
 * off its next attempt, so that several senders don't send it twice. After a failure the round ends: the mail
 * server may be away, and what comes next waits for the next round.
 */
export async function sendMails(context: Context, transport: MailTransport): Promise<void> {
  for (let sent = 0; sent < lettersARound; sent += 1) {
    const mail = await claimMail(context)
    if (mail === undefined || !(await sendMail(context, transport, mail))) return
  }
}

async function claimMail({ database, clock }: Context): Promise<MailRow | undefined> {
  const now = clock.now()
  return database.asSystem(async (tx) => {
    const [due] = await tx
      .select()
      .from(outgoingMails)
      .where(lte(outgoingMails.nextAttemptAt, now))
      .orderBy(asc(outgoingMails.nextAttemptAt), asc(outgoingMails.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (due === undefined) return undefined
    const [claimed] = await tx
      .update(outgoingMails)
      .set({ attempts: due.attempts + 1, nextAttemptAt: claimedUntil(due, now) })
      .where(eq(outgoingMails.id, due.id))
      .returning()
    return claimed
  })
}

/** What must not be sent twice is not taken up again by itself: it is given up with the old ones. */
function claimedUntil({ atMostOnce }: MailRow, now: Date): Date {
  return new Date(now.getTime() + (atMostOnce ? 2 * givenUpAfter : lease))
}

async function sendMail(context: Context, transport: MailTransport, mail: MailRow): Promise<boolean> {
  const { id, recipient, subject, attempts } = mail
  try {
    await transport.send({ id, to: recipient, subject, text: textOf(mail, context.config.origin) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (mail.atMostOnce && !isSurelyUnsent(error)) await noteDoubt(context, mail, reason)
    else await putOff(context, mail, reason)
    return false
  }
  await context.database.asSystem((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.id, id)))
  context.log.info({ mail: id, attempts }, 'e-mail sent')
  return true
}

function textOf({ body, link }: MailRow, origin: string): string {
  return link === null ? body : `${body}\n\n${origin}${link}`
}

/** The body is never logged: it may hold a link that grants access. */
async function putOff({ database, clock, log }: Context, mail: MailRow, reason: string): Promise<void> {
  const { id, attempts } = mail
  const pause = Math.min(minute * 2 ** (attempts - 1), longestPause)
  log.warn({ mail: id, attempts, reason }, 'e-mail not sent; it is tried again')
  await database.asSystem((tx) =>
    tx
      .update(outgoingMails)
      .set({ nextAttemptAt: new Date(clock.now().getTime() + pause), lastError: reason })
      // Not if another sender has taken it up since.
      .where(and(eq(outgoingMails.id, id), eq(outgoingMails.attempts, attempts))),
  )
}

/** It may have arrived: it stays claimed until it is given up. */
async function noteDoubt(
  { database, log }: Context,
  { id, attempts }: MailRow,
  reason: string,
): Promise<void> {
  log.warn({ mail: id, attempts, reason }, 'e-mail perhaps not sent; it is not tried again')
  await database.asSystem((tx) =>
    tx.update(outgoingMails).set({ lastError: reason }).where(eq(outgoingMails.id, id)),
  )
}

/** Also where no mail server is set, and people wish for letters all the same. Returns how many. */
export async function giveUpOldMails({ database, clock, log }: Context): Promise<number> {
  const oldest = new Date(clock.now().getTime() - givenUpAfter)
  const givenUp = await database.asSystem((tx) =>
    tx.delete(outgoingMails).where(lt(outgoingMails.createdAt, oldest)).returning({
      mail: outgoingMails.id,
      attempts: outgoingMails.attempts,
      reason: outgoingMails.lastError,
    }),
  )
  for (const each of givenUp) log.error(each, 'e-mail given up after three days')
  return givenUp.length
}
