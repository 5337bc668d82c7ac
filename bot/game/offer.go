package game

import "xiangqibot/engine/board"

// Offer is an unanswered proposal of one side. The zero Offer means that nothing is proposed.
type Offer struct {
	Pending bool
	By      board.Color
	Plies   int // takeback: how many plies would be undone, 1 or 2
}

// To reports whether c has to answer the offer.
func (o Offer) To(c board.Color) bool { return o.Pending && o.By != c }

// Offers are what the sides of a game have proposed to each other.
type Offers struct {
	DrawOffer    Offer  // pending draw offer, if any
	Takeback     Offer  // pending request to take moves back, if any
	NoDrawBefore [2]int // by color: the ply from which this side may offer a draw again after one was declined
}

// Proposing reports whether one side waits for the other's answer.
func (o *Offers) Proposing() bool { return o.DrawOffer.Pending || o.Takeback.Pending }

// declineDraw clears the draw offer and blocks another one from its side until it has moved. The game has ply moves,
// and turn is to make the next.
func (o *Offers) declineDraw(ply int, turn board.Color) {
	next := ply + 1
	if o.DrawOffer.By != turn {
		next++
	}
	o.NoDrawBefore[o.DrawOffer.By] = next
	o.DrawOffer = Offer{}
}

// lapseOffers clears what lapses with a move of mover: requests to take back, and a draw offer to it.
func (o *Offers) lapseOffers(mover board.Color) {
	o.Takeback = Offer{}
	if o.DrawOffer.By != mover {
		o.DrawOffer = Offer{}
	}
}

// clearOffers clears all offers.
func (o *Offers) clearOffers() { o.DrawOffer, o.Takeback = Offer{}, Offer{} }

// rewindOffers clears offers about a position that was taken back, now that the game has ply moves again.
func (o *Offers) rewindOffers(ply int) {
	o.clearOffers()
	for c := range o.NoDrawBefore {
		o.NoDrawBefore[c] = min(o.NoDrawBefore[c], ply+2)
	}
}
