import type { Tx } from '../../platform/db/database.ts'
import { outgoingMails } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  /** A path of the app, written below the text as a whole address. */
  link?: string
  /** Rather lost than sent twice. */
  atMostOnce?: boolean
}

/** The letter leaves once the transaction is committed, and only then. */
export async function queueMail(
  tx: Tx,
  { to, subject, text, link, atMostOnce = false }: Letter,
): Promise<void> {
  await tx
    .insert(outgoingMails)
    .values({ id: newId(), recipient: to, subject, body: text, link: link ?? null, atMostOnce })
}
