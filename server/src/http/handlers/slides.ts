import { countOverTime } from '../../domain/analytics/count-over-time.ts'
import { counted } from '../../domain/analytics/counted.ts'
import { deleteSlide, restoreSlide } from '../../domain/slides/delete-slide.ts'
import { listHistory } from '../../domain/slides/list-history.ts'
import { listRecentSlides, listSlides, listUploaders, readSlide } from '../../domain/slides/read-slides.ts'
import { updateSlide } from '../../domain/slides/update-slide.ts'
import type { Handlers } from '../handler.ts'

export const slideHandlers = {
  listSlides: async (call) =>
    call.page(
      await call.read((work) => listSlides(work, call.query), {
        showDeleted: call.query.state === 'deleted',
      }),
    ),

  slidesOverTime: (call) =>
    call.read((work) => countOverTime(work, counted.slides[call.query.measure], call.query)),

  listRecentSlides: async (call) => call.page(await call.read((work) => listRecentSlides(work, call.query))),

  listUploaders: async (call) => call.page(await call.read((work) => listUploaders(work, call.query))),

  readSlide: (call) => call.read((work) => readSlide(work, call.params.id)),

  updateSlide: (call) => call.write((work) => updateSlide(work, call.params.id, call.body)),

  deleteSlide: async (call) => {
    await call.write((work) => deleteSlide(work, call.params.id), { showDeleted: true })
    return undefined
  },

  restoreSlide: (call) => call.write((work) => restoreSlide(work, call.params.id), { showDeleted: true }),

  listSlideHistory: async (call) =>
    call.page(await call.read((work) => listHistory(work, call.params.id, call.query))),
} satisfies Partial<Handlers>
