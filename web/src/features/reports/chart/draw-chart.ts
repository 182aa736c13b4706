import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption } from './chart-option.ts'

/** A part of a chart that was clicked on. */
export interface Hit {
  seriesId: string
  /** Which of its values. */
  at: number
}

export interface Drawing {
  show(option: ChartOption): void
  dispose(): void
}

/** The only file that knows ECharts; fetched once a chart is to be seen. Drawn as SVG, which stays sharp on paper. */
export function drawChart(element: HTMLElement, onHit: (hit: Hit) => void): Drawing {
  use([
    BarChart,
    LineChart,
    PieChart,
    ScatterChart,
    AriaComponent,
    GridComponent,
    LegendComponent,
    TooltipComponent,
    SVGRenderer,
  ])
  const chart = init(element, null, { renderer: 'svg' })
  chart.on('click', ({ seriesId, dataIndex }) => {
    if (seriesId !== undefined) onHit({ seriesId, at: dataIndex })
  })
  const fit = () => {
    chart.resize()
    scaleOnPaper(element)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(element)
  let shown: ChartOption | null = null
  const show = (option: ChartOption) => {
    chart.setOption(option, { notMerge: true })
    // Who prints doesn't wait for the next frame.
    chart.getZr().flush()
    scaleOnPaper(element)
    shown = option
  }
  const showAtOnce = () => {
    if (shown) show({ ...shown, animation: false })
  }
  window.addEventListener('beforeprint', showAtOnce)
  return {
    // What grows out of nothing is not there yet for who prints meanwhile: only changes move.
    show: (option) => show(shown === null ? { ...option, animation: false } : option),
    dispose: () => {
      window.removeEventListener('beforeprint', showAtOnce)
      observer.disconnect()
      chart.dispose()
    },
  }
}

/** Paper is narrower than the window, and nobody says how much: with a view box the picture shrinks as a whole. */
function scaleOnPaper(element: HTMLElement): void {
  const picture = element.querySelector('svg')
  const { width, height } = picture
    ? { width: picture.clientWidth, height: picture.clientHeight }
    : element.getBoundingClientRect()
  if (width > 0 && height > 0) picture?.setAttribute('viewBox', `0 0 ${width} ${height}`)
}
