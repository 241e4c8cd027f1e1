/** A chance or a share for the eye, written as on the server (table/telling.py): "35%". */

/** What can happen is not 0, and what may fail is not 100. @param {number} chance in thousandths */
export function percent(chance) {
  if (chance <= 0) return "0%";
  if (chance < 10) return "<1%";
  if (chance >= 1000) return "100%";
  if (chance > 990) return ">99%";
  return `${Math.round(chance / 10)}%`;
}
