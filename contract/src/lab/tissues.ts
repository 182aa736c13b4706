import { id, line, time, version } from '../api/fields.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** Suggested while typing, beside what the organisation has already. */
export const commonOrgans = [
  'Adrenal gland',
  'Appendix',
  'Bladder',
  'Bone',
  'Bone marrow',
  'Brain',
  'Breast',
  'Cervix',
  'Colon',
  'Duodenum',
  'Endometrium',
  'Eye',
  'Gallbladder',
  'Heart',
  'Kidney',
  'Larynx',
  'Liver',
  'Lung',
  'Lymph node',
  'Nerve',
  'Oesophagus',
  'Ovary',
  'Pancreas',
  'Parathyroid',
  'Placenta',
  'Prostate',
  'Rectum',
  'Salivary gland',
  'Skeletal muscle',
  'Skin',
  'Small intestine',
  'Spinal cord',
  'Spleen',
  'Stomach',
  'Testis',
  'Thymus',
  'Thyroid',
  'Tongue',
  'Tonsil',
  'Uterus',
] as const

export const commonSpecies = [
  'Human',
  'Mouse',
  'Rat',
  'Dog',
  'Cat',
  'Pig',
  'Rabbit',
  'Sheep',
  'Cow',
  'Horse',
  'Chicken',
  'Zebrafish',
  'Cynomolgus monkey',
  'Rhesus monkey',
  'Marmoset',
  'Guinea pig',
  'Hamster',
  'Ferret',
  'Xenopus',
  'Drosophila',
] as const

export const tissue = z.object({
  id,
  organ: z.string(),
  species: z.string(),
  /** Earlier names that were merged into this one. */
  aliases: z.array(z.object({ organ: z.string(), species: z.string() })),
  /** Slides that have it, those that were deleted left out. */
  use_count: z.int(),
  created_at: time,
  updated_at: time,
  version,
})
export type Tissue = z.infer<typeof tissue>

const params = z.strictObject({ id })
const term = (what: string) => line(120).min(1, `${what} is required`)

export const listTissues = route({
  method: 'GET',
  path: 'tissues',
  summary: 'Tissues of the organisation',
  access: 'read:tissues',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['organ', 'species', 'created_at'], 'organ'),
    search,
  }),
  response: listOf(tissue),
  status: 200,
})

export const createTissue = route({
  method: 'POST',
  path: 'tissues',
  summary: 'Add a tissue',
  access: 'create:tissues',
  body: z.strictObject({
    organ: term('An organ'),
    species: term('A species'),
    organization_id: id.optional(),
  }),
  response: tissue,
  status: 201,
  errors: ['name_taken'],
  audit: 'tissue.created',
})

export const updateTissue = route({
  method: 'PATCH',
  path: 'tissues/{id}',
  summary: 'Correct a tissue',
  access: 'update:tissues',
  params,
  body: z.strictObject({
    organ: term('An organ').optional(),
    species: term('A species').optional(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: tissue,
  status: 200,
  errors: ['name_taken', 'stale_version'],
  audit: 'tissue.updated',
})

export const mergeTissue = route({
  method: 'POST',
  path: 'tissues/{id}/merge',
  summary: 'Merge a tissue into another one, which keeps its name',
  access: 'update:tissues',
  params,
  body: z.strictObject({ into_id: id }),
  response: tissue,
  status: 200,
  audit: 'tissue.merged',
})

export const deleteTissue = route({
  method: 'DELETE',
  path: 'tissues/{id}',
  summary: 'Delete a tissue; slides that have it keep it until they are given another',
  access: 'delete:tissues',
  params,
  status: 204,
  audit: 'tissue.deleted',
})
