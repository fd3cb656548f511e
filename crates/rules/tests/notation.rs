//! Notation: for every legal move of many positions each text is unique among the legal moves and reads back.

use std::collections::HashMap;

use sakiyomi_rules::{
    Color, Game, Hand, IllegalMove, JapaneseError, Kind, Minishogi, Move, Piece, Position, Setup,
    Shogi, Square, Variant,
};

fn check_texts<V: Variant>(position: &Position<V>, previous: Option<Square<V>>) {
    let mut seen = HashMap::new();
    for &mv in &position.legal_moves() {
        let japanese = position.to_japanese(mv, previous).unwrap();
        let csa = position.to_csa(mv).unwrap();
        let at = || format!("{mv} as {japanese} in {}", position.to_sfen());
        assert_eq!(position.parse_japanese(&japanese, previous), Ok(mv), "{}", at());
        assert_eq!(position.parse_csa(&csa), Ok(mv), "{csa}: {}", at());
        assert_eq!(position.parse_csa(&csa[1..]), Ok(mv));
        if let Some(other) = seen.insert(japanese.clone(), mv) {
            panic!("{other} and {}", at());
        }
        if let Some(other) = seen.insert(csa, mv) {
            panic!("{other} and {}", at());
        }
        // The same words in other clothes.
        let plain: String = japanese
            .chars()
            .skip(1)
            .filter(|&c| c != '\u{3000}')
            .map(|c| match c {
                '龍' => '竜',
                '玉' => '王',
                '１'..='９' => char::from_u32(c as u32 - '１' as u32 + u32::from('1')).unwrap(),
                c => c,
            })
            .collect();
        assert_eq!(position.parse_japanese(&plain, previous), Ok(mv), "{plain}: {}", at());
    }
}

fn random_play<V: Variant>(seed: u64, games: usize, plies: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    for _ in 0..games {
        let mut game = Game::<V>::new();
        for _ in 0..plies {
            check_texts(game.position(), game.last_move().map(Move::to));
            let moves = game.position().legal_moves();
            // Promotions, above all, make men alike; prefer them.
            let promotions: Vec<_> = moves.iter().filter(|mv| mv.is_promotion()).collect();
            let mv = match promotions.is_empty() || random.u8(0..3) == 0 {
                true if moves.is_empty() => break,
                true => moves[random.usize(0..moves.len())],
                false => *promotions[random.usize(0..promotions.len())],
            };
            if game.play(mv).is_err() {
                break;
            }
        }
        // Forth and back as one line of text.
        let line = game.to_string();
        let read: Game<V> = line.parse().unwrap();
        assert_eq!(read.position(), game.position());
        assert_eq!(read.outcome(), game.outcome());
        assert_eq!(read.to_string(), line);
    }
}

#[test]
fn texts_are_unique_and_read_back_in_random_play() {
    random_play::<Shogi>(11, 150, 150);
    random_play::<Minishogi>(12, 300, 80);
}

/// Crowds of men of a few kinds: where marks are needed most.
fn crowds<V: Variant>(seed: u64, wanted: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut checked = 0;
    while checked < wanted {
        let mut setup = Setup::<V>::empty();
        let mut free: Vec<Square<V>> = Square::all().collect();
        random.shuffle(&mut free);
        let mut put = |color, kind| setup.put(free.pop().unwrap(), Some(Piece::new(color, kind)));
        put(Color::Black, Kind::King);
        put(Color::White, Kind::King);
        let color = if random.bool() { Color::Black } else { Color::White };
        let kinds = [
            Kind::Silver,
            Kind::Gold,
            Kind::Tokin,
            Kind::Horse,
            Kind::Dragon,
            Kind::Knight,
            Kind::PromotedSilver,
            Kind::Rook,
            Kind::Bishop,
        ];
        for _ in 0..2 {
            let kind = kinds[random.usize(0..kinds.len())];
            let owned = usize::from(V::MEN[kind.unpromoted().index()]);
            for _ in 0..random.usize(0..=owned.min(9)) {
                put(color, kind);
            }
        }
        let mut hand = Hand::EMPTY;
        hand.add(Kind::Gold);
        setup.hands[color.index()] = hand;
        setup.side_to_move = color;
        if let Ok(position) = Position::from_setup(&setup) {
            check_texts(&position, free.pop());
            checked += 1;
        }
    }
}

#[test]
fn texts_are_unique_and_read_back_in_crowds() {
    crowds::<Shogi>(21, 4000);
    crowds::<Minishogi>(22, 4000);
}

/// Puts men of one kind on squares and the kings where they disturb nothing.
fn figure(color: Color, kind: Kind, men: &[Square], to: Square) -> Position<Shogi> {
    for black in Square::all().rev() {
        for white in Square::all() {
            if [black, white].iter().any(|king| men.contains(king) || *king == to) || black == white
            {
                continue;
            }
            let mut setup = Setup::<Shogi>::empty();
            setup.put(black, Some(Piece::new(Color::Black, Kind::King)));
            setup.put(white, Some(Piece::new(Color::White, Kind::King)));
            for &square in men {
                setup.put(square, Some(Piece::new(color, kind)));
            }
            setup.side_to_move = color;
            let Ok(position) = Position::from_setup(&setup) else { continue };
            if men.iter().all(|&from| position.is_legal(Move::new(from, to, false))) {
                return position;
            }
        }
    }
    panic!("no place for the kings");
}

/// The figures of the Japan Shogi Association's page on notation (棋譜の表記方法): a kind, the square reached, and the
/// marks written for each square left.
#[test]
fn the_figures_of_the_rule_book_are_written_as_there() {
    use Kind::{Dragon, Gold, Horse, Silver, Tokin};
    type Figure<'a> = (Kind, &'a str, &'a [(&'a str, &'a str)]);
    let figures: &[Figure<'_>] = &[
        // Told apart by the way they move.
        (Gold, "8b", &[("9c", "上"), ("7b", "寄")]),
        (Gold, "3b", &[("4c", "上"), ("3a", "引")]),
        (Gold, "5e", &[("5f", "上"), ("4e", "寄")]),
        (Silver, "8h", &[("8i", "上"), ("7g", "引")]),
        (Silver, "3h", &[("4i", "上"), ("2g", "引")]),
        // Told apart by where they come from.
        (Gold, "8a", &[("9b", "左"), ("7b", "右")]),
        (Gold, "2b", &[("3b", "左"), ("1b", "右")]),
        (Silver, "5f", &[("6e", "左"), ("4e", "右")]),
        (Gold, "7h", &[("8i", "左"), ("7i", "直")]),
        (Silver, "3h", &[("3i", "直"), ("2i", "右")]),
        // Three and more.
        (Gold, "5b", &[("6c", "左"), ("5c", "直"), ("4c", "右")]),
        (Tokin, "8h", &[("7i", "右"), ("8i", "直"), ("9i", "左上"), ("9h", "寄"), ("8g", "引")]),
        (Silver, "2h", &[("2i", "直"), ("1g", "右"), ("3i", "左上"), ("3g", "左引")]),
        // Dragons and horses.
        (Dragon, "8b", &[("9a", "引"), ("8d", "上")]),
        (Dragon, "4c", &[("2c", "寄"), ("5b", "引")]),
        (Dragon, "3e", &[("5e", "左"), ("1e", "右")]),
        (Dragon, "8h", &[("9i", "左"), ("8i", "右")]),
        (Dragon, "1g", &[("2h", "左"), ("1i", "右")]),
        (Horse, "8b", &[("9a", "左"), ("8a", "右")]),
        (Horse, "8e", &[("9e", "寄"), ("6c", "引")]),
        (Horse, "1b", &[("1a", "引"), ("3d", "上")]),
        (Horse, "7g", &[("9i", "左"), ("5i", "右")]),
        (Horse, "2i", &[("4g", "左"), ("1h", "右")]),
    ];
    for &(kind, to, men) in figures {
        for color in Color::ALL {
            let place = |text: &str| {
                let square: Square = text.parse().unwrap();
                if color == Color::Black { square } else { square.rotated() }
            };
            let squares: Vec<Square> = men.iter().map(|&(from, _)| place(from)).collect();
            let position = figure(color, kind, &squares, place(to));
            for (&(from, marks), &square) in men.iter().zip(&squares) {
                let mv = Move::new(square, place(to), false);
                let text = position.to_japanese(mv, None).unwrap();
                let name: String = text.chars().skip(4).collect();
                assert_eq!(name.trim_end_matches("不成"), marks, "{color} {from}{to}: {text}");
                assert_eq!(position.parse_japanese(&text, None), Ok(mv));
            }
        }
    }
}

fn shogi(sfen: &str) -> Position<Shogi> {
    sfen.parse().unwrap()
}

#[test]
fn drops_are_marked_where_a_man_on_the_board_could_go_too() {
    let position = shogi("k8/9/9/9/9/9/9/5G3/4K4 b GS 1");
    let text = |mv: &str| position.to_japanese(mv.parse().unwrap(), None).unwrap();
    assert_eq!(text("G*4g"), "▲４七金打");
    assert_eq!(text("4h4g"), "▲４七金");
    assert_eq!(text("G*4f"), "▲４六金");
    assert_eq!(text("S*4g"), "▲４七銀");
    assert_eq!(position.parse_japanese("４六金打", None), Ok("G*4f".parse().unwrap()));
}

#[test]
fn many_forms_are_read() {
    let position = shogi("k8/9/2R6/9/9/9/4p4/5G3/4K4 b - 1");
    let previous = "5g".parse().ok();
    let taking: Move<Shogi> = "4h5g".parse().unwrap();
    assert_eq!(position.to_japanese(taking, previous).as_deref(), Ok("▲同　金"));
    for text in ["同金", "☗同　金", "同 金上", "▲5七金右", "５７金", "57金(48)", "５七金（４八）"]
    {
        assert_eq!(position.parse_japanese(text, previous), Ok(taking), "{text}");
    }
    assert_eq!(
        position.parse_japanese("７二飛生", None),
        position.parse_japanese("７二飛不成", None)
    );
    assert_eq!(position.parse_japanese("７二飛成", None), Ok("7c7b+".parse().unwrap()));
}

#[test]
fn faults_are_named_where_they_stand() {
    let position = shogi("k8/9/2R6/9/9/9/4P4/5G3/4K4 b P 1");
    for (text, error) in [
        ("", JapaneseError::Square { column: 1 }),
        ("▲", JapaneseError::Square { column: 2 }),
        ("△５六歩", JapaneseError::WrongSide(Color::Black)),
        ("同歩", JapaneseError::NothingBefore { column: 1 }),
        ("５零歩", JapaneseError::Square { column: 1 }),
        ("▲５六", JapaneseError::Man { column: 4 }),
        ("５六成金", JapaneseError::Man { column: 3 }),
        ("５六歩歩", JapaneseError::Mark { column: 4, found: '歩' }),
        ("５六歩右左", JapaneseError::Mark { column: 5, found: '左' }),
        ("５五歩", JapaneseError::Illegal(IllegalMove::Nifu)),
        ("５六歩成", JapaneseError::Illegal(IllegalMove::OutsidePromotionZone)),
        ("５六歩不成", JapaneseError::NoSuchMove),
        ("５六歩左", JapaneseError::NoSuchMove),
        ("９九銀", JapaneseError::Illegal(IllegalMove::NotInHand)),
    ] {
        assert_eq!(position.parse_japanese(text, None), Err(error), "{text}");
    }
    let mini = Position::<Minishogi>::start();
    assert_eq!(mini.parse_japanese("７六歩", None), Err(JapaneseError::Square { column: 1 }));
}
