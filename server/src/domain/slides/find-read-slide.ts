import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/database.ts'
import { files, images, slides } from '../../platform/db/schema/index.ts'

/** What came of the file that a job reads. */
export interface ReadFile {
  fileName: string
  slide: {
    id: string
    vendor: string | null
    width: number | null
    height: number | null
    remark: string | null
  } | null
}

/** In a transaction of the platform; undefined once another job has taken the file over, or it is gone. */
export async function findReadSlide(tx: Tx, job: { id: string }): Promise<ReadFile | undefined> {
  const [found] = await tx
    .select({
      fileName: files.name,
      slide: {
        id: slides.id,
        vendor: images.vendor,
        width: images.width,
        height: images.height,
        remark: images.stateMessage,
      },
    })
    .from(files)
    .leftJoin(slides, and(eq(slides.organizationId, files.organizationId), eq(slides.fileId, files.id)))
    .leftJoin(
      images,
      and(eq(images.organizationId, slides.organizationId), eq(images.id, slides.sourceImageId)),
    )
    .where(eq(files.jobId, job.id))
  if (found === undefined) return undefined
  const { fileName, slide } = found
  const { id } = slide
  return { fileName, slide: id === null ? null : { ...slide, id } }
}
