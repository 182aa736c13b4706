import { createHash, randomBytes } from 'node:crypto'
import { and, eq, like, lt, notLike, or } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import { passwordPlaces } from '../platform/db/schema/index.ts'
import type { PasswordPlace } from './password-attempt.ts'

const rememberedDays = 180
const forgottenNetworkDays = 1

/** On a machine that many share. All of them have to fit into the headers of a request. */
const mostInBrowser = 50

const cookiePrefix = 'cresyl_device_'

/** From where a request comes, for the password in it. */
export function placeOf({ ip, headers }: FastifyRequest): PasswordPlace {
  const kept = readDevices(headers.cookie)
  return {
    address: ip,
    device: (userId) => {
      const secret = kept.get(cookieName(userId))
      return secret && devicePlace(secret)
    },
  }
}

/**
 * Gives a browser in which someone has just proved to be this person what it is known by from now on: it opens nothing,
 * but its wrong passwords are counted apart from those of strangers. Another one each time, so that copies get old.
 */
export async function rememberDevice(
  { config, database, clock }: Context,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const kept = readDevices(headers.cookie)
  const name = cookieName(userId)
  const before = kept.get(name)
  const secret = randomBytes(32).toString('base64url')
  await database.asSystem(async (tx) => {
    if (before !== undefined) {
      await tx
        .delete(passwordPlaces)
        .where(and(eq(passwordPlaces.userId, userId), eq(passwordPlaces.place, devicePlace(before))))
    }
    await tx.insert(passwordPlaces).values({ userId, place: devicePlace(secret), usedAt: clock.now() })
  })
  kept.delete(name)
  const { pathname } = new URL(config.identity.issuer)
  const secure = config.origin.startsWith('https:') ? '; secure' : ''
  const cookie = (key: string, value: string, seconds: number) =>
    `${key}=${value}; path=${pathname}; max-age=${seconds}; samesite=strict; httponly${secure}`
  const surplus = [...kept.keys()].slice(0, Math.max(0, kept.size - mostInBrowser + 1))
  reply.header('Set-Cookie', [
    cookie(name, secret, rememberedDays * 86_400),
    ...surplus.map((key) => cookie(key, '', 0)),
  ])
}

export async function removeOldPlaces({ database, clock }: Context): Promise<void> {
  const before = (days: number) =>
    lt(passwordPlaces.usedAt, new Date(clock.now().getTime() - days * 86_400_000))
  const isDevice = `${devicePrefix}%`
  await database.asSystem((tx) =>
    tx
      .delete(passwordPlaces)
      .where(
        or(
          and(like(passwordPlaces.place, isDevice), before(rememberedDays)),
          and(notLike(passwordPlaces.place, isDevice), before(forgottenNetworkDays)),
        ),
      ),
  )
}

const devicePrefix = 'device:'

/** A copy of the database is not enough to pass for a browser. */
function devicePlace(secret: string): string {
  return devicePrefix + createHash('sha256').update(secret).digest('base64url')
}

/** One for each account, as several people may use a browser. */
function cookieName(userId: string): string {
  return cookiePrefix + createHash('sha256').update(userId).digest('hex').slice(0, 16)
}

function readDevices(header = ''): Map<string, string> {
  const devices = new Map<string, string>()
  for (const pair of header.split(';')) {
    const [name = '', value = ''] = pair.trim().split('=')
    if (name.startsWith(cookiePrefix) && value !== '') devices.set(name, value)
  }
  return devices
}
