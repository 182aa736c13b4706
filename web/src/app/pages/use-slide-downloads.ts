import type { Slide } from '@cresyl/contract/slides/slides'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../features/files/download-file.ts'
import { useApi } from '../../lib/session/session-context.tsx'
import { followLink } from '../../ui/form/save-file.ts'
import { showToast } from '../../ui/toast/toast-store.ts'

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
/** Browsers drop what begins in the same moment. */
const between = 400

/** Has the files of slides downloaded one after another; it goes on while one is on other pages. */
export function useSlideDownloads(): (slides: readonly Slide[]) => void {
  const { call } = useApi()
  const { mutate } = useMutation({
    mutationFn: async (slides: readonly Slide[]) => {
      const say = (sentence: string) => void showToast(sentence, 'info')
      for (const [at, { file_id: id, name }] of slides.entries()) {
        if (at > 0) await pause(between)
        await downloadFile({ id, name }, { call, begin: followLink, say, pause }).catch((error: Error) =>
          showToast(error.message, 'error'),
        )
      }
    },
  })
  return mutate
}
