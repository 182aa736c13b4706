import type { RouteRequest } from '@cresyl/contract/api/route'
import type { listRegistrations } from '@cresyl/contract/slides/registrations'
import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/database.ts'
import { registrations, registrationVersions, slides, users } from '../../platform/db/schema/index.ts'
import { among } from '../among.ts'
import { findRow, pickPerson, readTotal, rowLimit } from '../resource.ts'
import type { RegistrationDetails, RegistrationVersionRow, SavedVersion } from './view.ts'

export type RegistrationQuery = RouteRequest<typeof listRegistrations>['query']

const movingSlides = alias(slides, 'moving_slides')
const savers = alias(users, 'savers')

const isFixed = and(
  eq(slides.organizationId, registrations.organizationId),
  eq(slides.id, registrations.slideId),
)
const isMoving = and(
  eq(movingSlides.organizationId, registrations.organizationId),
  eq(movingSlides.id, registrations.movingSlideId),
)
const isSaved = eq(registrationVersions.registrationId, registrations.id)

export async function selectRegistrations(tx: Tx, query: RegistrationQuery): Promise<RegistrationDetails[]> {
  return withDetails(tx)
    .where(matching(query))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(rowLimit(query.limit))
    .offset(query.offset)
}

export async function countRegistrations(tx: Tx, query: RegistrationQuery): Promise<number> {
  return readTotal(
    tx
      .select({ total: count() })
      .from(registrations)
      .innerJoin(slides, isFixed)
      .innerJoin(movingSlides, isMoving)
      .where(matching(query)),
  )
}

export async function findRegistration(tx: Tx, id: string): Promise<RegistrationDetails> {
  return findRow(withDetails(tx).where(eq(registrations.id, id)), unknown)
}

/** Held until the transaction ends, so that two edits come one after the other. */
export async function lockRegistration(tx: Tx, id: string): Promise<RegistrationDetails> {
  // On its own: a row that was waited for is looked at anew, what was joined to it is not.
  await tx.execute(sql`select from registrations where id = ${id} for update`)
  return findRegistration(tx, id)
}

/** Of these two images, whichever of them stays as it is. */
export async function findBetween(
  tx: Tx,
  imageId: string,
  otherId: string,
): Promise<RegistrationDetails | undefined> {
  const [found] = await withDetails(tx).where(
    or(
      and(eq(registrations.imageId, imageId), eq(registrations.movingImageId, otherId)),
      and(eq(registrations.imageId, otherId), eq(registrations.movingImageId, imageId)),
    ),
  )
  return found
}

export async function selectVersions(
  tx: Tx,
  registrationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<SavedVersion[]> {
  return tx
    .select({
      saved: registrationVersions,
      saver: pickPerson(users),
    })
    .from(registrationVersions)
    .leftJoin(users, eq(users.id, registrationVersions.savedBy))
    .where(eq(registrationVersions.registrationId, registrationId))
    .orderBy(desc(registrationVersions.version))
    .limit(rowLimit(limit))
    .offset(offset)
}

export async function findVersion(
  tx: Tx,
  registrationId: string,
  version: number,
): Promise<RegistrationVersionRow | undefined> {
  const [found] = await tx
    .select()
    .from(registrationVersions)
    .where(
      and(eq(registrationVersions.registrationId, registrationId), eq(registrationVersions.version, version)),
    )
  return found
}

export async function countVersions(tx: Tx, registrationId: string): Promise<number> {
  return readTotal(
    tx
      .select({ total: count() })
      .from(registrationVersions)
      .where(eq(registrationVersions.registrationId, registrationId)),
  )
}

/** Through both slides: what one is laid on is as little there as either of them, once it was deleted. */
function withDetails(tx: Tx) {
  return tx
    .select({
      registration: registrations,
      saved: registrationVersions,
      slideName: slides.name,
      movingSlideName: movingSlides.name,
      author: pickPerson(users),
      saver: pickPerson(savers),
    })
    .from(registrations)
    .innerJoin(registrationVersions, and(isSaved, eq(registrationVersions.version, registrations.version)))
    .innerJoin(slides, isFixed)
    .innerJoin(movingSlides, isMoving)
    .leftJoin(users, eq(users.id, registrations.createdBy))
    .leftJoin(savers, eq(savers.id, registrationVersions.savedBy))
}

function matching({ slide_id: wanted }: RegistrationQuery): SQL | undefined {
  return or(among(registrations.slideId, wanted), among(registrations.movingSlideId, wanted))
}

const unknown = 'These slides are no longer aligned, or one of them was deleted.'
