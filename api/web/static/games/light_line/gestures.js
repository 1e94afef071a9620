/** Tells what pointers do: taps, long presses, drags, pans and pinches. Points are those of the window. */

/**
 * @typedef {{readonly x: number, readonly y: number}} WindowPoint
 *
 * What becomes of a pointer that went down; `isTouch` where a finger hides what is under it.
 * @typedef {object} Follower
 * @property {(point: WindowPoint, isTouch: boolean) => void} start      it has moved so far that it drags
 * @property {(point: WindowPoint) => void} move
 * @property {(point: WindowPoint) => void} end
 * @property {() => void} cancel                     of a drag that has started
 * @property {(point: WindowPoint) => void} tap
 * @property {(point: WindowPoint) => void} [press]  it has stayed in its place for long
 */

// How far a pointer moves before it drags, and how long a press is.
const MOUSE_SLOP = 4;
const FINGER_SLOP = 8;
const PRESS_TIME = 420;
// How much a step of the wheel zooms, and how it counts lines and pages.
const WHEEL_ZOOM = 0.0016;
const WHEEL_UNITS = [1, 30, 400];

/**
 * @param {PointerEvent | WheelEvent} event
 * @returns {WindowPoint}
 */
export function pointOf(event) {
  return { x: event.clientX, y: event.clientY };
}

/**
 * Follows a pointer from its going down until it goes up. Returns what ends that early.
 * @param {PointerEvent} down
 * @param {Follower} follower
 * @returns {() => void}
 */
export function followPointer(down, follower) {
  const first = pointOf(down);
  const isTouch = down.pointerType !== "mouse";
  const ended = new AbortController();
  let isDrag = false;
  let isOver = false;
  const timer = setTimeout(() => {
    if (follower.press !== undefined && !isDrag && !isOver) {
      finish();
      follower.press(first);
    }
  }, PRESS_TIME);
  const finish = () => {
    isOver = true;
    clearTimeout(timer);
    ended.abort();
  };
  const cancel = () => {
    if (!isOver) {
      finish();
      if (isDrag) {
        follower.cancel();
      }
    }
  };
  /** @param {PointerEvent} event */
  const moved = (event) => {
    const point = pointOf(event);
    const far = Math.hypot(point.x - first.x, point.y - first.y);
    if (!isDrag && far > (isTouch ? FINGER_SLOP : MOUSE_SLOP)) {
      isDrag = true;
      clearTimeout(timer);
      follower.start(first, isTouch);
    }
    if (isDrag) {
      follower.move(point);
    }
  };
  /** @param {PointerEvent} event */
  const released = (event) => {
    finish();
    if (isDrag) {
      follower.end(pointOf(event));
    } else {
      follower.tap(pointOf(event));
    }
  };
  /** @param {(event: PointerEvent) => void} act */
  const own = (act) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === down.pointerId) {
      act(event);
    }
  };
  const { signal } = ended;
  window.addEventListener("pointermove", own(moved), { signal });
  window.addEventListener("pointerup", own(released), { signal });
  window.addEventListener("pointercancel", own(cancel), { signal });
  window.addEventListener("blur", cancel, { signal });
  return cancel;
}

/**
 * Pinches with two fingers, and turns of the wheel.
 * @typedef {object} Zoomer
 * @property {(factor: number, at: WindowPoint, by: {dx: number, dy: number}) => void} zoom
 * @property {() => void} settle   the view stays as it is for now
 */

/**
 * Watches a board: each pointer alone is given to `follow`, two at a time zoom.
 * @param {HTMLElement} board
 * @param {(down: PointerEvent) => Follower} follow
 * @param {Zoomer} zoomer
 */
export function watchBoard(board, follow, zoomer) {
  /** @type {Map<number, WindowPoint>} */
  const down = new Map();
  let stop = () => {};
  board.addEventListener("pointerdown", (event) => {
    const isOnButton = event.target instanceof Element && event.target.closest("button") !== null;
    if (event.button !== 0 || isOnButton) {
      return;
    }
    if (event.isPrimary) {
      down.clear();
    }
    down.set(event.pointerId, pointOf(event));
    stop();
    stop = down.size === 1 ? followPointer(event, follow(event)) : () => {};
  });
  board.addEventListener("pointermove", (event) => {
    if (down.size === 2 && down.has(event.pointerId)) {
      const before = spanOf([...down.values()]);
      down.set(event.pointerId, pointOf(event));
      const after = spanOf([...down.values()]);
      const by = { dx: after.x - before.x, dy: after.y - before.y };
      zoomer.zoom(after.far / before.far, after, by);
    }
  });
  /** @param {PointerEvent} event */
  const up = (event) => {
    if (down.size === 2 && down.has(event.pointerId)) {
      zoomer.settle();
    }
    down.delete(event.pointerId);
  };
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
  // A long press takes a card up.
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  watchWheel(board, zoomer);
}

/**
 * @param {readonly WindowPoint[]} points
 */
function spanOf([one, other]) {
  const far = Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, far };
}

/**
 * @param {HTMLElement} board
 * @param {Zoomer} zoomer
 */
function watchWheel(board, zoomer) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  board.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const unit = WHEEL_UNITS[event.deltaMode] ?? 1;
      // Two fingers on a trackpad pan sideways, too; a pinch there comes with the control key.
      const isPan = event.shiftKey || (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY));
      const step = Math.max(-240, Math.min(240, event.deltaY * unit)) * (event.ctrlKey ? 4 : 1);
      const by = isPan ? { dx: -(event.deltaX || event.deltaY) * unit, dy: 0 } : { dx: 0, dy: 0 };
      zoomer.zoom(isPan ? 1 : Math.exp(-step * WHEEL_ZOOM), pointOf(event), by);
      clearTimeout(timer);
      timer = setTimeout(zoomer.settle, 160);
    },
    { passive: false },
  );
}
