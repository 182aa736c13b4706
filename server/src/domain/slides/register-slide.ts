import { uploadLimits } from '@cresyl/contract/api/limits'
import { type ImageSpace, sourceSpace } from '@cresyl/contract/slides/image-space'
import type { ImageKind } from '@cresyl/contract/slides/images'
import { and, eq, gte, inArray, ne, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { channels, files, images, projects, slides } from '../../platform/db/schema/index.ts'
import { newId } from '../../platform/id.ts'
import { headerOf } from '../../platform/tiles/describe-source.ts'
import { placesOf, recordAudit } from '../audit/record.ts'
import { endReading } from '../files/reading.ts'
import type { FileRow } from '../files/view.ts'
import { scaleOf } from '../images/scale.ts'
import type { ImageRow } from '../images/view.ts'
import { slideKeys } from './names.ts'
import { scaleImages } from './scale-images.ts'
import type { SlideRow } from './view.ts'

type NewChannel = Omit<typeof channels.$inferInsert, 'id' | 'organizationId' | 'imageId' | 'index'>
type NewImage = typeof images.$inferInsert
type SetByRegistering = 'id' | 'organizationId' | 'slideId' | 'fileId' | 'state' | 'version'

/** An image as it was found and prepared; it has its id by `expectImages`. */
export interface ReadImage
  extends Omit<NewImage, SetByRegistering | 'createdAt' | 'updatedAt' | 'deletedAt'> {
  id: string
  part: string
  channels: NewChannel[]
}

export interface ReadSlide {
  /** The job that read the file, and who asked for it. */
  job: { id: string; createdBy: string | null }
  fileId: string
  organizationId: string
  /** The largest of those that were scanned first. */
  images: readonly ReadImage[]
  headerPath: string | null
  now: Date
}

export interface RegisteredSlide {
  id: string
  /** What whoever waits for it should know. */
  remarks: string[]
  /** Objects in storage that no image refers to any more. */
  unused: string[]
}

/**
 * Makes the slide of a file that was read, or brings it up to date, with its images and channels. In a transaction of
 * the platform. Undefined, and nothing done, where file or images were removed for good in the meantime.
 */
export async function registerSlide(tx: Tx, read: ReadSlide): Promise<RegisteredSlide | undefined> {
  const { organizationId, fileId, now } = read
  // In the order in which a purge locks them.
  const [known] = await tx
    .select()
    .from(slides)
    .where(and(eq(slides.organizationId, organizationId), eq(slides.fileId, fileId)))
    .for('update')
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.organizationId, organizationId), eq(files.jobId, read.job.id)))
    .for('update')
  const ids = read.images.map(({ id }) => id)
  const before = await tx.select().from(images).where(inArray(images.id, ids)).for('update')
  const [source] = read.images
  if (file === undefined || source === undefined || before.length < ids.length) return undefined

  const slide = known ?? (await insertSlide(tx, file, source.id, now))
  for (const image of read.images) {
    await updateImage(
      tx,
      slide,
      image,
      before.find(({ id }) => id === image.id),
    )
  }
  if (known) await updateSlide(tx, known, source.id, now)
  else await auditCreation(tx, slide, read)
  await scaleImages(tx, { ...slide, sourceImageId: source.id })
  await failMissing(tx, file, ids)
  await tx
    .update(files)
    .set({ headerPath: read.headerPath ?? file.headerPath })
    .where(eq(files.id, file.id))
  await endReading(tx, read.job)
  return { id: slide.id, remarks: await remarksOn(tx, slide), unused: unusedOf(before, read.images) }
}

async function insertSlide(tx: Tx, file: FileRow, imageId: string, now: Date): Promise<SlideRow> {
  const { organizationId, id: fileId, projectId, tissueId, stainerId, createdBy } = file
  const name = slideNameOf(file.name)
  const [slide] = await tx
    .insert(slides)
    .values({
      id: newId(),
      organizationId,
      fileId,
      name,
      ...slideKeys(name),
      projectId,
      tissueId,
      stainerId,
      imageId,
      sourceImageId: imageId,
      createdBy,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (slide === undefined) throw new Error('A slide was not inserted')
  return slide
}

/** What people have changed stays: name, project, tissue, stain, pixel size, and what opens first where that is a result. */
async function updateSlide(tx: Tx, slide: SlideRow, sourceImageId: string, now: Date): Promise<void> {
  const imageId = slide.imageId === slide.sourceImageId ? sourceImageId : slide.imageId
  await tx
    .update(slides)
    .set({ sourceImageId, imageId, updatedAt: now, version: slide.version + 1 })
    .where(eq(slides.id, slide.id))
}

async function updateImage(
  tx: Tx,
  slide: SlideRow,
  image: ReadImage,
  before: ImageRow | undefined,
): Promise<void> {
  const { id, channels: own, ...columns } = image
  await tx
    .update(images)
    .set({
      stateMessage: '',
      ...columns,
      ...(image.kind === 'source' && { fileMppX: image.mppX, fileMppY: image.mppY }),
      ...(before?.space && image.space && scaledAs(before, image.space)),
      slideId: slide.id,
      state: 'ready',
      // One that is new to a deleted slide comes back with it.
      deletedAt: sql`case when ${images.slideId} is null then ${slide.deletedAt}::timestamptz else ${images.deletedAt} end`,
      updatedAt: sql`now()`,
      version: sql`${images.version} + 1`,
    })
    .where(eq(images.id, id))
  const { organizationId } = slide
  const rows = own.map((channel, index) => ({ ...channel, id: newId(), organizationId, imageId: id, index }))
  await tx
    .insert(channels)
    .values(rows)
    .onConflictDoUpdate({
      target: [channels.organizationId, channels.imageId, channels.index],
      set: Object.fromEntries(
        ['name', 'color', 'emission_wavelength', 'excitation_wavelength', 'exposure', 'stats'].map((name) => [
          name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
          sql`excluded.${sql.identifier(name)}`,
        ]),
      ),
    })
  await tx.delete(channels).where(and(eq(channels.imageId, id), gte(channels.index, own.length)))
}

/** As it was, until what lies on it is moved along with it. */
function scaledAs(before: ImageRow, space: ImageSpace) {
  const { mppX, mppY } = before
  return { mppX, mppY, space: sourceSpace({ ...space, mpp: scaleOf(before) ?? undefined }) }
}

const kindsInFiles: ImageKind[] = ['source', 'label', 'macro', 'thumbnail']

/** Images that an earlier reading found and this one did not: what refers to them keeps them, and they say why. */
async function failMissing(tx: Tx, file: FileRow, found: string[]): Promise<void> {
  const stateMessage = 'This image was no longer found when its file was read again.'
  await tx
    .update(images)
    .set({ state: 'failed', stateMessage, updatedAt: sql`now()`, version: sql`${images.version} + 1` })
    .where(
      and(
        ...[eq(images.organizationId, file.organizationId), eq(images.fileId, file.id)],
        ...[inArray(images.kind, kindsInFiles), ne(images.state, 'failed'), notInArray(images.id, found)],
      ),
    )
}

async function auditCreation(tx: Tx, slide: SlideRow, { job, now }: ReadSlide): Promise<void> {
  const { id, organizationId, fileId, name } = slide
  await recordAudit(tx, {
    organizationId,
    event: 'slide.created',
    subjectId: id,
    occurredAt: now,
    ...(job.createdBy !== null && { userId: job.createdBy }),
    details: { file_id: fileId, name, ...placesOf(slide) },
  })
}

async function remarksOn(tx: Tx, { projectId, deletedAt }: SlideRow): Promise<string[]> {
  const [project] = projectId
    ? await tx
        .select({ name: projects.name, archivedAt: projects.archivedAt, deletedAt: projects.deletedAt })
        .from(projects)
        .where(eq(projects.id, projectId))
    : []
  const remarks: string[] = []
  if (deletedAt !== null) remarks.push('The slide was deleted: restore it to see it.')
  if (project?.deletedAt) {
    remarks.push(
      `The project ${project.name} was deleted: the slide is unsorted until it is moved or the project is restored.`,
    )
  } else if (project?.archivedAt) {
    remarks.push(
      `The project ${project.name} was archived after the file was uploaded; the slide was added to it anyway.`,
    )
  }
  return remarks
}

function unusedOf(before: readonly (typeof images.$inferSelect)[], now: readonly ReadImage[]): string[] {
  const pathsOf = ({
    path,
    levelsPath,
    thumbnailPath,
  }: Pick<NewImage, 'path' | 'levelsPath' | 'thumbnailPath'>) =>
    [path, levelsPath, thumbnailPath, path && headerOf(path), levelsPath && headerOf(levelsPath)].filter(
      (each) => typeof each === 'string',
    )
  const used = new Set(now.flatMap(pathsOf))
  return before.flatMap(pathsOf).filter((path) => !used.has(path))
}

/** The file's name without its extension, the longest that is known: `a.ome.tiff` is a slide `a`. */
function slideNameOf(fileName: string): string {
  const lower = fileName.toLowerCase()
  const extension = [...uploadLimits.extensions]
    .sort((a, b) => b.length - a.length)
    .find((each) => lower.endsWith(`.${each}`))
  const name = extension ? fileName.slice(0, -extension.length - 1) : fileName.replace(/\.[^.]*$/, '')
  return name || fileName
}
