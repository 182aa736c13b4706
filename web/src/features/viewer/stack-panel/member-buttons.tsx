import { viewerKeys } from '../../../engine/viewer/input/keys.ts'
import { ArrowDown, ArrowUp, Columns2, Combine, Eye, EyeOff, Focus, Pencil } from '../../../ui/frame/icons.ts'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { BarButton } from '../bar/bar-button.tsx'
import { useResultsDesk } from '../results-panel/results-desk.tsx'
import { useStack } from '../stack-of.ts'
import type { MemberRowProps } from './member-row-props.ts'
import { useStackDesk } from './stack-desk.tsx'
import { words } from './words.ts'

/** Seen or not, alone or compared, and the rest in a menu. */
export function MemberButtons({ member, place, count, onMove, onRename }: MemberRowProps) {
  const desk = useStackDesk()
  const results = useResultsDesk()
  const state = useStack(desk.stack, 'state', (each) => each.state())
  const isImage = member.kind === 'image'
  const isShown = isImage ? state?.shown === member.imageId : results.isShown(member.id)
  const isSecond = isImage && state !== null && state.mode !== 'single' && state.second === member.imageId

  function toggle() {
    if (!isImage) results.toggle(member.shown)
    else if (isShown) desk.stack?.set({ shown: null })
    else if (isSecond) desk.compareWith(member)
    else desk.choose(member)
  }

  const icon = <Columns2 size={16} aria-hidden />
  return (
    <>
      <BarButton
        size={28}
        label={isShown || isSecond ? words.hide(member.name) : words.show(member.name)}
        icon={isShown || isSecond ? Eye : EyeOff}
        pressed={isShown || isSecond}
        onClick={toggle}
      />
      {isImage ? (
        <BarButton
          size={28}
          label={words.compare(member.name)}
          icon={Combine}
          pressed={isSecond}
          disabled={isShown}
          onClick={() => desk.compareWith(member)}
        />
      ) : (
        <BarButton
          size={28}
          label={words.solo(member.name)}
          icon={Focus}
          pressed={isShown && results.shown.length === 1}
          onClick={() => results.solo(member.shown)}
        />
      )}
      <RowMenu
        of={member.name}
        actions={[
          { label: words.rename, icon: <Pencil size={16} aria-hidden />, run: onRename },
          {
            label: words.up,
            icon: <ArrowUp size={16} aria-hidden />,
            reason: place === 0 ? words.first : undefined,
            run: () => onMove(member.id, place - 1),
          },
          {
            label: words.down,
            icon: <ArrowDown size={16} aria-hidden />,
            reason: place === count - 1 ? words.last : undefined,
            run: () => onMove(member.id, place + 1),
          },
          ...(isImage
            ? [
                {
                  label: `${words.beside} (${viewerKeys.beside.shown})`,
                  icon,
                  reason: isShown ? words.compareNot : undefined,
                  run: () => desk.beside(member),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
