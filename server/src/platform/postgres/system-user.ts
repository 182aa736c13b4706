import { readFile } from 'node:fs/promises'
import { StartError } from '../start-error.ts'
import type { SystemUser } from './run-program.ts'

/** PostgreSQL looks its user up by number and refuses to run without an entry here. */
const PASSWD = '/etc/passwd'

/** The user for what root may not do itself. */
export async function ordinaryUser(): Promise<SystemUser> {
  const users = await readUsers()
  const user = users.find(({ name }) => name === 'nobody') ?? users.find(({ name }) => name === 'daemon')
  if (user) return user
  throw new StartError(
    `PostgreSQL can't run as root, and there is no user "nobody" in ${PASSWD} to run it as. Add one, start Cresyl as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own (15 or later).`,
  )
}

export async function findSystemUser(uid: number): Promise<SystemUser> {
  const user = (await readUsers()).find((candidate) => candidate.uid === uid)
  if (user) return user
  throw new StartError(
    `The embedded database belongs to user number ${uid}, who is not in ${PASSWD}. Add that user, or start Cresyl on the system where the database was made.`,
  )
}

async function readUsers(): Promise<SystemUser[]> {
  const text = await readFile(PASSWD, 'utf8')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
