import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfig } from '../../platform/config/config.ts'
import { lockDataFolder } from '../../platform/data-folder.ts'
import { findFreePort } from '../../platform/postgres/free-port.ts'
import { announceServer } from '../../platform/server-address.ts'
import { checkNode } from './check-machine.ts'
import { diagnose } from './diagnose.ts'

let folder: string
let freePort: string
const servers: Server[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-doctor-'))
  freePort = String(await findFreePort())
})

afterAll(async () => {
  for (const server of servers) server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Answers every request alike; returns its port. */
async function serve(status: number, headers: Record<string, string>, body: string): Promise<number> {
  const server = createServer((_request, reply) => reply.writeHead(status, headers).end(body))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as { port: number }).port
}

/** On a port of its own: a Cresyl may run on the usual one while this is tested. */
const look = (environment: Record<string, string>) => lookAt({ CRESYL_PORT: freePort, ...environment })

async function lookAt(environment: Record<string, string>) {
  const lines: string[] = []
  const patient = { environment: { CRESYL_DATA_DIR: folder, ...environment }, root: folder }
  for await (const { verdict, about, sentence } of diagnose(patient)) {
    lines.push(`${verdict} ${about}: ${sentence}`)
  }
  return lines.join('\n')
}

describe('settings', () => {
  it('that are wrong are named, and nothing else is looked at', async () => {
    const said = await look({ CRESYL_PORT: 'eighty', CRESYL_COLOUR: 'red' })

    expect(said).toMatch(
      /problem settings: .*CRESYL_PORT must be a port number.*CRESYL_COLOUR is not a setting/,
    )
    expect(said.split('\n')).toHaveLength(2)
  })

  it('need a Node.js that runs Cresyl', () => {
    expect(checkNode('24.1.0').verdict).toBe('ok')
    expect(checkNode('22.20.0').verdict).toBe('problem')
  })
})

describe('without a server', () => {
  it('the embedded database is not started, and what can be checked is', async () => {
    const said = await look({})

    expect(said).toMatch(/warning database: The embedded database is not running/)
    expect(said).toContain('ok storage')
    expect(said).toContain('ok identity')
    expect(said).toContain(`ok port: ${freePort} is free`)
    expect(said).not.toContain('problem')
  })
})

describe('the port', () => {
  const ours = { 'content-type': 'application/json' }

  it('that another program uses is a problem', async () => {
    const port = await serve(200, {}, 'hello')

    expect(await look({ CRESYL_PORT: String(port) })).toMatch(
      /problem port: Port \d+ is in use by another program/,
    )
  })

  it('that the server of this folder uses is fine, unless it is not ready', async () => {
    for (const [status, says] of [
      ['ready', /ok port: Cresyl answers/],
      ['waiting for the database', /warning port: .*not ready/],
    ] as const) {
      const port = String(await serve(200, ours, JSON.stringify({ status })))
      const config = parseConfig({ CRESYL_DATA_DIR: folder, CRESYL_PORT: port }, folder)
      const withdraw = await announceServer(config)
      expect(await lookAt({})).toMatch(says)
      await withdraw()
    }
  })

  it('that the Cresyl of another folder uses is a problem', async () => {
    const port = String(await serve(200, ours, '{"status":"ready"}'))

    expect(await look({ CRESYL_PORT: port })).toMatch(/problem port: .*another Cresyl/)
  })

  it('that a machine without an API uses, which announces no address, is known by its folder', async () => {
    const port = String(await serve(200, ours, '{"status":"ready"}'))
    const lock = await lockDataFolder(folder)

    const elsewhere = { CRESYL_ROLES: 'worker', DATABASE_URL: 'postgres://cresyl:secret@127.0.0.1:1/cresyl' }
    expect(await look({ CRESYL_PORT: port, ...elsewhere })).toMatch(/ok port: Cresyl answers/)
    await lock.release()
  })
})

describe('the identity provider', () => {
  const settings = { OIDC_CLIENT_ID: 'web', OIDC_AUDIENCE: 'api' }

  it('that does not answer is a problem', async () => {
    const said = await look({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:1' })

    expect(said).toMatch(/problem identity: No one can sign in: .*Check OIDC_ISSUER/)
  })

  it('that calls itself something else is a problem, with both names', async () => {
    const port = await serve(
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({
        issuer: 'https://login.example.org',
        authorization_endpoint: 'https://login.example.org/a',
        token_endpoint: 'https://login.example.org/t',
        jwks_uri: 'https://login.example.org/k',
      }),
    )
    const said = await look({ ...settings, OIDC_ISSUER: `http://127.0.0.1:${port}` })

    expect(said).toMatch(/problem identity: .*calls itself https:\/\/login\.example\.org/)
  })
})

describe('the mail server', () => {
  const settings = { SMTP_FROM: 'cresyl@example.org' }

  it('that answers is fine, one that does not is a problem without its password', async () => {
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const { port } = smtp.server.address() as { port: number }
    expect(await look({ ...settings, SMTP_URL: `smtp://127.0.0.1:${port}` })).toMatch(
      /ok e-mail: .* accepts e-mail/,
    )
    await new Promise<void>((resolve) => smtp.close(resolve))

    const said = await look({ ...settings, SMTP_URL: `smtp://ada:hidden@127.0.0.1:${port}` })
    expect(said).toMatch(/problem e-mail: The mail server 127\.0\.0\.1:\d+ can't be used/)
    expect(said).not.toContain('hidden')
  })
})

describe('the bucket', () => {
  const s3 = { CRESYL_STORAGE: 's3', S3_BUCKET: 'slides' }

  it('that is not there is a problem', async () => {
    const port = await serve(404, {}, '')
    process.env.AWS_ACCESS_KEY_ID ??= 'key'
    process.env.AWS_SECRET_ACCESS_KEY ??= 'secret'
    const said = await look({ ...s3, S3_ENDPOINT: `http://127.0.0.1:${port}` })

    expect(said).toMatch(/problem storage: The bucket slides can't be used: NotFound/)
  })
})
