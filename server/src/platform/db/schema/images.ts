import type { ImageSpace } from '@cresyl/contract/image-space'
import type { Image, ImageKind } from '@cresyl/contract/images'
import type { Pyramid } from '@cresyl/contract/viewers'
import { boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const images = pgTable('images', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  /** None as long as its file could not be read. */
  slideId: uuid('slide_id'),
  fileId: uuid('file_id'),
  kind: text('kind').$type<ImageKind>().notNull(),
  /** Which image of its file: `image 0`, `associated 1`. */
  part: text('part').notNull().default('image 0'),
  name: text('name'),
  state: text('state').$type<Image['state']>().notNull().default('pending'),
  stateMessage: text('state_message').notNull().default(''),
  /** Of its own bytes in storage; null where it is read from its file. */
  path: text('path'),
  thumbnailPath: text('thumbnail_path'),
  /** Levels that the file lacks, as a pyramid in storage, and which of the image's levels is its first. */
  levelsPath: text('levels_path'),
  firstMadeLevel: integer('first_made_level'),
  vendor: text('vendor'),
  width: integer('width'),
  height: integer('height'),
  /** µm a pixel: as the file says, or what a person says of the slide. */
  mppX: doublePrecision('mpp_x'),
  mppY: doublePrecision('mpp_y'),
  /** As the file says, of what was scanned. */
  fileMppX: doublePrecision('file_mpp_x'),
  fileMppY: doublePrecision('file_mpp_y'),
  objective: doublePrecision('objective'),
  pixelType: text('pixel_type'),
  bitDepth: integer('bit_depth'),
  samples: integer('samples'),
  sizeZ: integer('size_z').notNull().default(1),
  sizeT: integer('size_t').notNull().default(1),
  hasIcc: boolean('has_icc').notNull().default(false),
  levels: jsonb('levels').$type<Pyramid['levels']>().notNull().default([]),
  space: jsonb('space').$type<ImageSpace>(),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  scannedAt: text('scanned_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  deletedAt: instant('deleted_at'),
  version: integer('version').notNull().default(1),
})
