import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { databaseRoles } from '../db/roles.ts'
import { randomPassword } from './passwords.ts'

export interface TestDatabase {
  /** As a role with the rights of the embedded database's: it owns the database and is no superuser. */
  url: string
  drop(): Promise<void>
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

/** An empty one, and a role that owns it. */
export async function addDatabase(administratorUrl: string): Promise<TestDatabase> {
  const name = newName()
  const password = randomPassword()
  await withAdministrator(administratorUrl, async (client) => {
    await client.query(`create role ${name} login createrole createdb nosuperuser password '${password}'`)
    // An administrator who isn't a superuser may hand a database only to roles it belongs to.
    await client.query(`grant ${name} to current_user`)
    await shareDatabaseRoles(client, name)
    await client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`)
  })
  const url = new URL(administratorUrl)
  url.username = name
  url.password = password
  url.pathname = name
  const drop = () =>
    withAdministrator(administratorUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`drop owned by ${name}`)
      await client.query(`drop role ${name}`)
    })
  return { url: url.href, drop }
}

/** A copy with all that is in it, of the same owner. Nobody may be connected to the original meanwhile. */
export async function copyDatabase(administratorUrl: string, originalUrl: string): Promise<TestDatabase> {
  const name = newName()
  const url = new URL(originalUrl)
  const original = url.pathname.slice(1)
  await withAdministrator(administratorUrl, (client) =>
    // Where nothing has to reach a disk, copying files is quicker than writing down each of their pages.
    client.query(`create database ${name} owner ${url.username} template ${original} strategy file_copy`),
  )
  url.pathname = name
  const drop = () =>
    withAdministrator(administratorUrl, (client) =>
      client.query(`drop database if exists ${name} with (force)`),
    )
  return { url: url.href, drop }
}

/**
 * Roles belong to the whole cluster: on a cluster of its own, each database owner would have made these two
 * itself and be their administrator.
 */
async function shareDatabaseRoles(client: Client, owner: string): Promise<void> {
  for (const role of Object.values(databaseRoles)) {
    await client.query(
      `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
    )
    await client.query(`grant ${role} to ${owner} with admin option`)
  }
}

async function withAdministrator(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
