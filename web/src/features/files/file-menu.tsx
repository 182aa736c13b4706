import type { File } from '@cresyl/contract/files'
import { useNavigate } from 'react-router'
import { CircleSlash, Download, Microscope, RotateCcw, X } from '../../ui/icons.ts'
import { type RowAction, RowMenu } from '../../ui/row-menu.tsx'
import { slideAddress } from './slide-address.ts'
import { useOfferedActions } from './use-file-actions.tsx'
import { words } from './words.ts'

/** What can be done with a file, from its row. */
export function FileMenu({ file }: { file: File }) {
  const navigate = useNavigate()
  const { download, reread, giveUp, dismiss } = useOfferedActions()
  const { slide_id } = file
  const offered: RowAction[] = []
  if (slide_id !== null) {
    offered.push({
      label: words.details.openSlide,
      icon: <Microscope size={18} aria-hidden />,
      run: () => void navigate(slideAddress(slide_id)),
    })
  }
  offered.push({
    label: words.download.action,
    icon: <Download size={18} aria-hidden />,
    run: () => download.run(file),
    reason: download.reason(file),
  })
  if (file.state === 'stored') {
    offered.push({
      label: words.reread.action,
      icon: <RotateCcw size={18} aria-hidden />,
      run: () => reread.run(file),
      reason: reread.reason(file),
    })
  }
  if (file.state === 'created') {
    offered.push({
      label: words.giveUp.action,
      icon: <CircleSlash size={18} aria-hidden />,
      run: () => giveUp.run(file),
      reason: giveUp.reason(file),
      danger: true,
    })
  }
  const dismissing = dismiss(file)
  if (dismissing) {
    offered.push({
      label: words.dismiss.action,
      icon: <X size={18} aria-hidden />,
      run: dismissing,
      danger: true,
    })
  }
  return <RowMenu of={file.name} actions={offered} />
}
