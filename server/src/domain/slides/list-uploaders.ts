import type { listUploaders as listUploadersRoute } from '@cresyl/contract/dashboard'
import type { RouteRequest } from '@cresyl/contract/route'
import { and, asc, eq, exists, isNull, or } from 'drizzle-orm'
import { slides, users } from '../../platform/db/schema/index.ts'
import { among } from '../among.ts'
import { type Person, pickPerson, type Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { isUnsorted } from './queries.ts'

type UploaderQuery = RouteRequest<typeof listUploadersRoute>['query']

/** The people whose slides there are, in all or in some projects; by name. */
export async function listUploaders({ tx, member }: Work, query: UploaderQuery): Promise<Rows<Person>> {
  const own = tx
    .select({ id: slides.id })
    .from(slides)
    .where(
      and(
        eq(slides.organizationId, member.organizationId),
        eq(slides.createdBy, users.id),
        isNull(slides.deletedAt),
        or(among(slides.projectId, query.project_id), query.unsorted ? isUnsorted : undefined),
      ),
    )
  const results = await tx
    .select(pickPerson(users))
    .from(users)
    .where(exists(own))
    .orderBy(asc(users.nameKey), asc(users.id))
  return { count: results.length, results }
}
