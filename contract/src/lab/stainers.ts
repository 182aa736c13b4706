import { id, line, time, version } from '../api/fields.ts'
import { listOf, orderingBy, paging, search } from '../api/list.ts'
import { route } from '../api/route.ts'
import { z } from '../api/zod.ts'

/** Suggested while typing, beside what the organisation has already. */
export const commonStains = [
  'H&E',
  'Alcian blue',
  'Congo red',
  'Cresyl violet',
  'DAPI',
  'Elastica van Gieson',
  'Giemsa',
  'Gram',
  'Grocott',
  'IHC CD3',
  'IHC CD8',
  'IHC CD20',
  'IHC CD31',
  'IHC CD45',
  'IHC CD68',
  'IHC cytokeratin',
  'IHC ER',
  'IHC HER2',
  'IHC Ki-67',
  'IHC p16',
  'IHC p53',
  'IHC PD-L1',
  'IHC PR',
  'IHC S100',
  'IHC SMA',
  'IHC SOX10',
  'Jones silver',
  'Luxol fast blue',
  'Masson trichrome',
  'Multiplex immunofluorescence',
  'Oil red O',
  'PAS',
  'Perls Prussian blue',
  'Picrosirius red',
  'Reticulin',
  'Toluidine blue',
  'Unstained',
  'von Kossa',
  'Ziehl-Neelsen',
] as const

export const stainer = z.object({
  id,
  stain_type: z.string(),
  /** Earlier names that were merged into this one. */
  aliases: z.array(z.string()),
  /** Slides that have it, those that were deleted left out. */
  use_count: z.int(),
  created_at: time,
  updated_at: time,
  version,
})
export type Stainer = z.infer<typeof stainer>

const params = z.strictObject({ id })
const stainType = line(120).min(1, 'A stain is required')

export const listStainers = route({
  method: 'GET',
  path: 'stainers',
  summary: 'Stains of the organisation',
  access: 'read:stainers',
  query: z.strictObject({
    ...paging,
    ordering: orderingBy(['stain_type', 'created_at'], 'stain_type'),
    search,
  }),
  response: listOf(stainer),
  status: 200,
})

export const createStainer = route({
  method: 'POST',
  path: 'stainers',
  summary: 'Add a stain',
  access: 'create:stainers',
  body: z.strictObject({ stain_type: stainType, organization_id: id.optional() }),
  response: stainer,
  status: 201,
  errors: ['name_taken'],
  audit: 'stainer.created',
})

export const updateStainer = route({
  method: 'PATCH',
  path: 'stainers/{id}',
  summary: 'Correct a stain',
  access: 'update:stainers',
  params,
  body: z.strictObject({
    stain_type: stainType.optional(),
    organization_id: id.optional(),
    version: version.optional(),
  }),
  response: stainer,
  status: 200,
  errors: ['name_taken', 'stale_version'],
  audit: 'stainer.updated',
})

export const mergeStainer = route({
  method: 'POST',
  path: 'stainers/{id}/merge',
  summary: 'Merge a stain into another one, which keeps its name',
  access: 'update:stainers',
  params,
  body: z.strictObject({ into_id: id }),
  response: stainer,
  status: 200,
  audit: 'stainer.merged',
})

export const deleteStainer = route({
  method: 'DELETE',
  path: 'stainers/{id}',
  summary: 'Delete a stain; slides that have it keep it until they are given another',
  access: 'delete:stainers',
  params,
  status: 204,
  audit: 'stainer.deleted',
})
