//! Japanese names of men and numbers, shared by notation, diagrams and pictures.

use crate::Kind;

/// Numbers one to nine as Japanese notation writes ranks.
pub(crate) const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Numbers one to nine as Japanese notation writes files.
pub(crate) const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// A kind as moves name it, by kind index.
pub(crate) const NAMES: [&str; 14] =
    ["歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "成香", "成桂", "成銀", "馬", "龍"];

/// A kind as one character, as boards show it, by kind index.
pub(crate) const SIGNS: [char; 14] =
    ['歩', '香', '桂', '銀', '角', '飛', '金', '玉', 'と', '杏', '圭', '全', '馬', '龍'];

/// The kind of one of [`SIGNS`], or of a common variant of it.
pub(crate) fn kind_of_sign(sign: char) -> Option<Kind> {
    let sign = match sign {
        '王' => '玉',
        '竜' => '龍',
        sign => sign,
    };
    SIGNS.iter().position(|&known| known == sign).and_then(Kind::from_index)
}

/// A number from 1 to 9 in ASCII, full-width or Chinese digits.
pub(crate) fn digit(character: char) -> Option<u8> {
    if let '1'..='9' = character {
        return Some(character as u8 - b'0');
    }
    let among = |digits: &[char; 9]| digits.iter().position(|&digit| digit == character);
    among(&FULL_WIDTH).or_else(|| among(&KANJI)).map(|index| index as u8 + 1)
}

/// A number of men in hand, 2 to 18, in Chinese digits; nothing for 1.
pub(crate) fn count(number: u32) -> impl Iterator<Item = char> {
    let ten = (number >= 10).then_some('十');
    let one = (number > 1 && !number.is_multiple_of(10)).then(|| KANJI[number as usize % 10 - 1]);
    ten.into_iter().chain(one)
}
