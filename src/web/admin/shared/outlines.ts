import {
  geoJSON,
  layerGroup,
  svg,
  type GeoJSON,
  type GeoJSONOptions,
  type LayerGroup,
  type Map as Leaflet,
  type Renderer,
} from 'leaflet'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification'
import atlas from 'us-atlas/counties-10m.json' with { type: 'file' }
import { whenCalm, whenIdle } from '../../client/idle'

type Atlas = Topology<{ states: GeometryCollection; counties: GeometryCollection }>

const pane = 'outlines'
/** Zoomed out, the county lines would merge into a gray blur. */
const countiesFrom = 7

/** A separate file, which the browser reads faster than a script and keeps. A failure isn't remembered. */
let atlasLoading: Promise<Atlas> | null = null

function loadAtlas(): Promise<Atlas> {
  // The import's type describes the file, but a bundle has its address.
  atlasLoading ??= fetch(atlas as unknown as string).then((answer) => answer.json() as Promise<Atlas>)
  atlasLoading.catch(() => (atlasLoading = null))
  return atlasLoading
}

/**
 * The borders of states and counties. Only those in view are drawn, and only once everything else is
 * there: pins and areas are useful without them. A map whose borders can't be loaded counts as drawn, too.
 */
export function drawOutlines(map: Leaflet, onDrawn: () => void): LayerGroup {
  const outlines = layerGroup().addTo(map)
  const draw = (loaded: Atlas) => {
    if (!map.hasLayer(outlines)) return
    const renderer = svg({ pane })
    const states = loaded.objects.states.geometries.map((state) => new State(loaded, state, renderer))
    const update = () => {
      for (const state of states) state.show(map, outlines)
    }
    map.on('moveend', update)
    outlines.on('remove', () => map.off('moveend', update))
    update()
    onDrawn()
  }
  let callOff = whenCalm(() => {
    const drawSoon = (loaded: Atlas) => (callOff = whenIdle(() => draw(loaded)))
    loadAtlas().then(drawSoon, onDrawn)
  })
  outlines.on('remove', () => callOff())
  return outlines
}

class State {
  readonly #border: GeoJSON
  #counties: GeoJSON | null = null

  constructor(
    private readonly loaded: Atlas,
    private readonly state: GeometryObject,
    private readonly renderer: Renderer,
  ) {
    this.#border = this.#lines(feature(loaded, state), 'map-state')
  }

  show(map: Leaflet, outlines: LayerGroup): void {
    const isNear = this.#border.getBounds().intersects(map.getBounds().pad(0.5))
    if (isNear) outlines.addLayer(this.#border)
    else outlines.removeLayer(this.#border)
    if (isNear && map.getZoom() >= countiesFrom) outlines.addLayer((this.#counties ??= this.#drawCounties()))
    else if (this.#counties) outlines.removeLayer(this.#counties)
  }

  /** The first two digits of a county's number are its state's. */
  #drawCounties(): GeoJSON {
    const { counties } = this.loaded.objects
    const own = counties.geometries.filter(({ id }) => String(id).startsWith(String(this.state.id)))
    const inner = mesh(this.loaded, { ...counties, geometries: own }, (one, other) => one !== other)
    return this.#lines(inner, 'map-county')
  }

  #lines(shape: Parameters<typeof geoJSON>[0], className: string): GeoJSON {
    const { renderer } = this
    return geoJSON(shape, {
      interactive: false,
      pane,
      renderer,
      style: { className, renderer },
    } as GeoJSONOptions)
  }
}
