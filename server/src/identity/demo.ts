import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Permission } from '@cresyl/contract/api/permissions'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { audited } from '../domain/audit/audited.ts'
import { firstProjects, firstStains, firstTissues } from '../domain/demo/content.ts'
import { type DemoUser, demoOrganization, demoPeople } from '../domain/demo/people.ts'
import { keepPart } from '../domain/demo/queries.ts'
import { createProject } from '../domain/projects/create-project.ts'
import { createTerm } from '../domain/vocabulary/change-terms.ts'
import { stainers } from '../domain/vocabulary/stainers.ts'
import { tissues } from '../domain/vocabulary/tissues.ts'
import type { Context } from '../platform/context.ts'
import type { Tx } from '../platform/db/database.ts'
import { credentials, type DemoPartKind, organizations, passwordPlaces } from '../platform/db/schema/index.ts'
import { errorCode, fileStartError } from '../platform/file-error.ts'
import { randomPassword } from '../platform/postgres/passwords.ts'
import { writePrivateFile } from '../platform/private-file.ts'
import { StartError } from '../platform/start-error.ts'
import { hashPassword } from './passwords.ts'
import { insertMember, insertOrganization } from './people.ts'
import { findUserIds } from './queries.ts'

const demoLock = 6_020_179

/** The people offered as buttons on the login page in demo mode. */
export function demoUsers(): DemoUser[] {
  return [...demoPeople]
}

/** Makes the demo organisation once. Killed at any moment, it has made all of it or nothing. */
export async function ensureDemo(context: Context): Promise<void> {
  if (!context.config.demo) return
  const { passwords, isNew } = await loadPasswords(context.config.secretsDir)
  const exists = await context.database.asSystem(demoExists)
  if (exists && !isNew) return
  const hashes = await Promise.all(
    demoPeople.map(async ({ email }) => [email, await hashPassword(passwords[email] as string)] as const),
  )
  const hashOf = new Map(hashes)
  const now = context.clock.now()
  await context.database.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${demoLock})`)
    if (await demoExists(tx)) await replacePasswords(tx, hashOf, now)
    else await makeDemo(tx, hashOf, now)
  })
}

async function demoExists(tx: Tx): Promise<boolean> {
  const rows = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.name, demoOrganization.name))
  return rows.length > 0
}

async function makeDemo(tx: Tx, hashOf: Map<string, string>, now: Date): Promise<void> {
  const { id: organizationId } = await insertOrganization(tx, demoOrganization, now)
  const idOf = new Map<string, string>()
  for (const person of demoPeople) {
    const passwordHash = hashOf.get(person.email) as string
    const { id } = await insertMember(tx, { ...person, organizationId, superadmin: false, passwordHash }, now)
    idOf.set(person.role, id)
  }
  const member = {
    userId: idOf.get('manager') as string,
    organizationId,
    permissions: new Set<Permission>(),
    superadmin: false,
    acting: false,
  }
  // So that removing the demonstration finds them.
  const keep = (kind: DemoPartKind, key: string, { id: subjectId }: { id: string }) =>
    keepPart(tx, { organizationId, kind, key, subjectId })
  for (const { key, ...project } of firstProjects) {
    await audited({ tx, member, now }, { event: 'project.created' }, async (work) =>
      keep('project', key, await createProject(work, project)),
    )
  }
  for (const { key, ...words } of firstTissues) {
    await audited({ tx, member, now }, { event: 'tissue.created' }, async (work) =>
      keep('tissue', key, await createTerm(work, tissues, words)),
    )
  }
  for (const { key, ...words } of firstStains) {
    await audited({ tx, member, now }, { event: 'stainer.created' }, async (work) =>
      keep('stainer', key, await createTerm(work, stainers, words)),
    )
  }
}

/** The file with the old passwords is gone: without this nobody would know them. */
async function replacePasswords(tx: Tx, hashOf: Map<string, string>, now: Date): Promise<void> {
  for (const [email, passwordHash] of hashOf) {
    const [id] = await findUserIds(tx, email, demoOrganization.name)
    if (id === undefined) continue
    await tx
      .update(credentials)
      .set({ passwordHash, strangersUntil: null, updatedAt: now })
      .where(eq(credentials.userId, id))
    await tx.delete(passwordPlaces).where(eq(passwordPlaces.userId, id))
  }
}

const passwordFile = z.record(z.string(), z.string().min(1))

async function loadPasswords(folder: string): Promise<{ passwords: Record<string, string>; isNew: boolean }> {
  const path = join(folder, 'demo-passwords.json')
  try {
    const passwords = passwordFile.parse(JSON.parse(await readFile(path, 'utf8')))
    if (demoPeople.every(({ email }) => passwords[email] !== undefined)) return { passwords, isNew: false }
  } catch (error) {
    if (errorCode(error) !== undefined && errorCode(error) !== 'ENOENT') {
      throw fileStartError('read', path, error)
    }
    if (errorCode(error) === undefined) {
      throw new StartError(
        `The demo passwords in ${path} are damaged. Delete the file: new ones are created at the next start.`,
        { cause: error },
      )
    }
  }
  const passwords = Object.fromEntries(demoPeople.map(({ email }) => [email, randomPassword()]))
  try {
    await writePrivateFile(path, `${JSON.stringify(passwords, null, 2)}\n`)
  } catch (error) {
    throw fileStartError('write', path, error)
  }
  return { passwords, isNew: true }
}
