// The actions of a player other than moves, and the open proposals. The bot decides which buttons there are.

import { byId, makeButton, makeParagraph, show, write } from "./elements.js";

/** @typedef {import("./elements.js").Words} Words */
/** @typedef {{label: string, address: string, body: object, asks: Words, sure: string}} Offer */
/** @typedef {{words: Words, offers: Offer[]}} Asked */

/** Show the buttons. Each acts after its confirmation. @param {HTMLElement} box @param {Offer[]} offers
 *  @param {(offer: Offer) => void} accept */
function showButtons(box, offers, accept) {
  const made = offers.map((offer) => makeButton(offer.label, async () => (await isSure(offer)) && accept(offer)));
  box.replaceChildren(...made);
}

/** @param {Offer[]} offers @param {(offer: Offer) => void} accept */
export function showOffers(offers, accept) {
  const box = byId("offers");
  const focused = box.contains(document.activeElement) ? document.activeElement?.textContent : null;
  showButtons(box, offers, accept);
  const again = [...box.children].find((each) => each.textContent === focused);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  show("offers", offers.length > 0);
}

/** Show the proposals at this position, with the answers. @param {Asked[]} asked @param {(offer: Offer) => void} accept */
export function showAsked(asked, accept) {
  byId("asked").replaceChildren(
    ...asked.map((each) => {
      const box = document.createElement("div");
      const answers = document.createElement("div");
      answers.className = "answers";
      showButtons(answers, each.offers, accept);
      box.append(makeParagraph(each.words), answers);
      return box;
    }),
  );
}

/** Ask for confirmation, if the bot requires it. @param {{asks: Words, sure: string}} offer @returns {Promise<boolean>} */
export function isSure(offer) {
  if (!offer.asks) return Promise.resolve(true);
  const dialog = /** @type {HTMLDialogElement} */ (byId("sure"));
  write(byId("sure-words"), offer.asks);
  byId("sure-yes").textContent = offer.sure;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

byId("sure-yes").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("sure")).close("yes"));
byId("sure-no").addEventListener("click", () => /** @type {HTMLDialogElement} */ (byId("sure")).close("no"));
